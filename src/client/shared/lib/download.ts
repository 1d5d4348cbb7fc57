import { readBlob, request } from './request.ts'

/** Long enough for every browser to have begun writing the file. */
const KEEP_ADDRESS_MS = 60_000

/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_ADDRESS_MS)
}

/**
 * Fetches a file of this site, and has the browser save it under a name.
 *
 * @throws ApiError as `call` does; then nothing is saved
 */
export async function download(path: string, name: string, signal?: AbortSignal): Promise<void> {
  const response = await request(path, { method: 'GET', signal })
  saveFile(await readBlob(response), name)
}
