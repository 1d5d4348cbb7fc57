import { isSentType, type SentType } from '#base/rules/files/file-types.ts'
import { ApiError, NetworkError, call } from '#base/client/lib/api.ts'
import { isElsewhere, uploadFile } from '#base/client/lib/upload-file.ts'
import { UploadFailure, atStage } from './upload-failure.ts'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { registerFile, type PaperTarget } from './upload-kinds.ts'

/** A file to send; `sentTo` if an earlier attempt uploaded it and only its registration is left. */
export interface Sending {
  kind: ClientKind
  file: File
  fileId: string
  sentTo: string | null
  /** The correction item that it answers. */
  itemId?: string | undefined
  /** The due diligence paper that it is. */
  paper?: PaperTarget | undefined
  /** Its password, if asked for. It is sent to the server and not stored. */
  password?: string | undefined
}

/** Is notified of the progress. */
export interface SendingObserver {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
  /** The file has arrived and can no longer be cancelled. */
  onSent: (address: string) => void
}

/**
 * Requests an address, uploads the file and registers it (specification section 4, "Upload per file").
 *
 * @throws UploadFailure naming the failed call, or AbortError
 */
export async function sendFile(
  { kind, file, fileId, sentTo, password, itemId, paper }: Sending,
  observer: SendingObserver,
): Promise<void> {
  const ask = () => askAddress({ kind, file, paper }, observer)
  const address = sentTo ?? (await transfer(file, ask, observer))
  observer.onSent(address)
  await atStage('register', () =>
    registerFile(kind, { url: withoutQuery(address), fileName: file.name, fileId, password, itemId, paper }),
  )
}

/** @returns the address of the uploaded file */
async function transfer(
  file: File,
  askForAddress: () => Promise<string>,
  observer: SendingObserver,
): Promise<string> {
  const address = await askForAddress()
  try {
    await sendTo(address, file, observer)
    return address
  } catch (error) {
    if (!mayHaveExpired(address, error)) throw error
  }
  const fresh = await askForAddress()
  await sendTo(fresh, file, observer)
  return fresh
}

async function askAddress(
  { kind, file, paper }: Pick<Sending, 'kind' | 'file' | 'paper'>,
  { signal }: SendingObserver,
): Promise<string> {
  const facts = { contentType: sentTypeOf(file), size: file.size }
  const id = paper?.applicationId
  const { uploadURL } = await atStage('address', () =>
    id === undefined
      ? call('POST /api/objects/upload', { body: { purpose: kind, ...facts }, signal })
      : call('POST /api/admin/applications/{id}/pack/upload', { params: { id }, body: facts, signal }),
  )
  return uploadURL
}

function sendTo(address: string, file: File, { signal, onProgress }: SendingObserver): Promise<void> {
  return atStage('transfer', () => uploadFile(address, file, { signal, onProgress }))
}

/**
 * Whether a new address may help: addresses expire, and the computer may have slept. Some stores hide their error
 * responses from pages, which looks like a broken connection.
 */
function mayHaveExpired(address: string, error: unknown): boolean {
  const cause = error instanceof UploadFailure ? error.cause : null
  if (cause instanceof NetworkError) return cause.online && isElsewhere(address)
  return cause instanceof ApiError && cause.status === 403
}

/** The address without its secret part, by which a file is registered (specification section 7). */
export function withoutQuery(address: string): string {
  return address.split('?')[0] ?? address
}

function sentTypeOf({ type }: File): SentType | undefined {
  return isSentType(type) ? type : undefined
}
