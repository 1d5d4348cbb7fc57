import { readBlob, request } from './request.ts'

/** Long enough for every browser to start writing the file. */
const KEEP_ADDRESS_MS = 60_000

/** Saves a file under a name. */
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
 * Fetches a file of this site and saves it under a name.
 *
 * @throws ApiError as `call`; nothing is saved then
 */
export async function download(path: string, name: string, signal?: AbortSignal): Promise<void> {
  const response = await request(path, { method: 'GET', signal })
  saveFile(await readBlob(response), name)
}
