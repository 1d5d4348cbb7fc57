import { isSentType, type SentType } from '#domain/documents/file-types.ts'
import { ApiError, NetworkError, call } from '#client/shared/lib/api.ts'
import { isElsewhere, uploadFile } from '#client/shared/lib/upload-file.ts'
import { UploadFailure, atStage } from './upload-failure.ts'
import type { ClientKind } from '#domain/documents/kinds.ts'
import { registerFile } from './upload-kinds.ts'

/** One file to send; `sentTo` where an earlier attempt sent it already and only its registration is open. */
export interface Sending {
  kind: ClientKind
  file: File
  fileId: string
  sentTo: string | null
  /** What it answers, of a round of corrections. */
  itemId?: string | undefined
  /** What opens it, where it asked for a password: on its way from the field to the server, and nowhere else. */
  password?: string | undefined
}

/** Is told how the sending gets on. */
export interface SendingObserver {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
  /** The file has arrived; from here on it cannot be cancelled. */
  onSent: (address: string) => void
}

/**
 * Asks for an address, sends the file there and registers it (specification section 4, "Upload per file").
 *
 * @throws UploadFailure naming the call that failed, or an AbortError where the signal said so
 */
export async function sendFile(
  { kind, file, fileId, sentTo, password, itemId }: Sending,
  observer: SendingObserver,
): Promise<void> {
  const address = sentTo ?? (await transfer(kind, file, observer))
  observer.onSent(address)
  await atStage('register', () =>
    registerFile(kind, { url: withoutQuery(address), fileName: file.name, fileId, password, itemId }),
  )
}

/** @returns the address that took the file */
async function transfer(kind: ClientKind, file: File, observer: SendingObserver): Promise<string> {
  const address = await askAddress(kind, file, observer)
  try {
    await sendTo(address, file, observer)
    return address
  } catch (error) {
    if (!mayHaveExpired(address, error)) throw error
  }
  const fresh = await askAddress(kind, file, observer)
  await sendTo(fresh, file, observer)
  return fresh
}

async function askAddress(kind: ClientKind, file: File, { signal }: SendingObserver): Promise<string> {
  const { uploadURL } = await atStage('address', () =>
    call('POST /api/objects/upload', {
      body: { purpose: kind, contentType: sentTypeOf(file), size: file.size },
      signal,
    }),
  )
  return uploadURL
}

function sendTo(address: string, file: File, { signal, onProgress }: SendingObserver): Promise<void> {
  return atStage('transfer', () => uploadFile(address, file, { signal, onProgress }))
}

/**
 * Whether another address may help: one works for a while only, and a computer may have slept since it was given. Not
 * every bucket lets pages read its refusals: such a one looks like a connection that broke.
 */
function mayHaveExpired(address: string, error: unknown): boolean {
  const cause = error instanceof UploadFailure ? error.cause : null
  if (cause instanceof NetworkError) return cause.online && isElsewhere(address)
  return cause instanceof ApiError && cause.status === 403
}

/** The address without its secret part: that is what a file is registered by (specification section 7). */
export function withoutQuery(address: string): string {
  return address.split('?')[0] ?? address
}

function sentTypeOf({ type }: File): SentType | undefined {
  return isSentType(type) ? type : undefined
}
