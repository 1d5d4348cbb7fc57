import { ApiError, UnreadableFileError } from './api-error.ts'
import { networkError, signedOutElsewhere } from './request.ts'

export interface UploadOptions {
  /** Called with the sent share of the file, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

/**
 * Uploads a file to a signed address. XMLHttpRequest, because it reports progress.
 *
 * @throws ApiError, NetworkError, UnreadableFileError or AbortError
 */
export function uploadFile(address: string, file: Blob, options: UploadOptions = {}): Promise<void> {
  const { onProgress, signal, headers = {} } = options
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
    // No cookies to another site: an object store authenticates by the signed address.
    sending.withCredentials = !isElsewhere(address)
    sending.setRequestHeader('content-type', file.type)
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value)
    sending.send(file)
  })
}

/** Whether an address is on another site, such as an object store. */
export function isElsewhere(address: string): boolean {
  return new URL(address, location.href).origin !== location.origin
}

/** Browsers report an unreadable file like a broken connection, such as a changed cloud file on Android. */
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
