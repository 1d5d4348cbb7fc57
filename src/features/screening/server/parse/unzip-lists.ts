import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { MAX_LIST_BYTES } from '#features/screening/rules/editions.ts'
import type { ListPath } from './list-path.ts'
import { ListError } from './list-error.ts'

const MAX_FILES = 20
const UNREADABLE = 'The ZIP archive cannot be opened. Please download it again.'

/**
 * Unpacks the files of a ZIP archive into a folder; a workbook, which is one too, stays as it is.
 *
 * @throws ListError for a broken or protected archive, or one with too many or too large files
 */
export async function unzipLists(file: ListPath, folder: string): Promise<ListPath[]> {
  const zip = await openZip(file.path)
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new ListError('The ZIP archive has a password. Load one without.')
      if (!entry.fileName.endsWith('/')) entries.push(entry)
      if (entries.length > MAX_FILES && !entries.some(isWorkbookPart))
        throw new ListError(`The ZIP archive has more than ${MAX_FILES} files.`)
    }
    if (entries.some(isWorkbookPart)) return [file]
    if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_LIST_BYTES)
      throw new ListError('The files in the ZIP archive are larger than 100 MB.')
    const unpacked: ListPath[] = []
    for (const [index, entry] of entries.entries()) {
      const to = path.join(folder, `unpacked-${index}`)
      await unzipEntry(zip, entry, to)
      unpacked.push({ path: to, name: path.basename(entry.fileName) })
    }
    return unpacked
  } catch (error) {
    throw error instanceof ListError ? error : new ListError(UNREADABLE)
  } finally {
    zip.close()
  }
}

const isWorkbookPart = ({ fileName }: Entry) => fileName === '[Content_Types].xml'

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { validateEntrySizes: true, strictFileNames: true, autoClose: false })
  } catch {
    throw new ListError(UNREADABLE)
  }
}

async function unzipEntry(zip: ZipFile, entry: Entry, to: string): Promise<void> {
  let checksum = 0
  const checked = async function* checked(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  }
  await pipeline(await zip.openReadStreamPromise(entry), checked, createWriteStream(to))
  // A damaged file must not change digits unnoticed.
  if (checksum !== entry.crc32) throw new ListError(UNREADABLE)
}
