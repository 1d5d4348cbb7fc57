import { fileTypes, type FileType } from '#domain/documents/kinds.ts'
import { call } from '#client/lib/api.ts'
import { uploadFile } from '#client/lib/upload-file.ts'
import { atStage } from './upload-failure.ts'
import { uploadKinds, type ClientKind } from './upload-kinds.ts'

/** One file to send; `sentTo` where an earlier attempt sent it already and only its registration is open. */
export interface Sending {
  kind: ClientKind
  file: File
  fileId: string
  sentTo: string | null
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
  { kind, file, fileId, sentTo }: Sending,
  observer: SendingObserver,
): Promise<void> {
  const address = sentTo ?? (await transfer(kind, file, observer))
  observer.onSent(address)
  await atStage('register', () =>
    uploadKinds[kind].register({ url: withoutQuery(address), fileName: file.name, fileId }),
  )
}

async function transfer(
  kind: ClientKind,
  file: File,
  { signal, onProgress }: SendingObserver,
): Promise<string> {
  const { uploadURL } = await atStage('address', () =>
    call('POST /api/objects/upload', {
      body: { purpose: kind, contentType: fileTypeOf(file), size: file.size },
      signal,
    }),
  )
  await atStage('transfer', () => uploadFile(uploadURL, file, { signal, onProgress }))
  return uploadURL
}

/** The address without its secret part: that is what a file is registered by (specification section 7). */
export function withoutQuery(address: string): string {
  return address.split('?')[0] ?? address
}

function fileTypeOf(file: File): FileType | undefined {
  return file.type in fileTypes ? (file.type as FileType) : undefined
}
