import { ApiError, UnreadableFileError } from './api-error.ts'
import { networkError, signedOutElsewhere } from './request.ts'

export interface UploadOptions {
  /** Told how much of the file is on its way, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Sends one file to the address that was given for it. XMLHttpRequest, because it tells how far it is.
 *
 * @throws ApiError with the status and the status text, NetworkError, UnreadableFileError, or an AbortError where the signal said so
 */
export function uploadFile(address: string, file: Blob, options: UploadOptions = {}): Promise<void> {
  const { onProgress, signal } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted())
      return
    }
    const sending = new XMLHttpRequest()
    const cancel = () => sending.abort()
    signal?.addEventListener('abort', cancel)
    sending.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total ? loaded / total : 0),
    )
    sending.addEventListener('load', () => {
      const failure = failureOf(sending)
      if (failure) reject(failure)
      else resolve()
    })
    sending.addEventListener('error', () => void causeOfError(file).then(reject))
    sending.addEventListener('abort', () => reject(aborted()))
    sending.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel))
    sending.open('PUT', address)
    // Cookies go to this site alone: a bucket elsewhere knows the sender by the signed address.
    sending.withCredentials = !isElsewhere(address)
    sending.setRequestHeader('content-type', file.type)
    sending.send(file)
  })
}

/** Whether an address is one of another site than this, a bucket's say. */
export function isElsewhere(address: string): boolean {
  return new URL(address, location.href).origin !== location.origin
}

/** A browser reports a file that it cannot read as it does a broken connection: a changed cloud file on Android, say. */
async function causeOfError(file: Blob): Promise<ApiError> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return networkError()
  } catch {
    return new UnreadableFileError()
  }
}

function aborted(): DOMException {
  return new DOMException('The upload was cancelled.', 'AbortError')
}

function failureOf({ status, statusText, responseText }: XMLHttpRequest): ApiError | null {
  if (status >= 200 && status < 300) return null
  if (status === 401) signedOutElsewhere.notify()
  return new ApiError({ status, statusText, body: responseText })
}
