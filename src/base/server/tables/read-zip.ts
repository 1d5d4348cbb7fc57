import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { limits, UnreadableTableError } from './table.ts'

/** The parts of a workbook by name. Nothing is written to disk. */
export interface Parts {
  has: (name: string) => boolean
  /** Streams a part as text, in chunks. @throws UnreadableTableError where it is missing or broken */
  read: (name: string, take: (text: string) => void) => Promise<void>
}

const UNREADABLE =
  'This workbook cannot be opened. Please save it again as an Excel workbook (.xlsx), or as CSV.'

/**
 * Opens a zip file with limits on its parts and their sizes, which are checked again while unpacking.
 *
 * @throws UnreadableTableError for a broken file, too many or too large parts, and names with "..".
 */
export async function openZip(bytes: Buffer): Promise<Parts> {
  const entries = new Map<string, Entry>()
  const zip = await orUnreadable(async () => {
    const opened = await fromBufferPromise(bytes, { validateEntrySizes: true, strictFileNames: true })
    if (opened.entryCount > limits.parts) throw tooLarge(`has more than ${limits.parts} parts`)
    let unpacked = 0
    for await (const entry of opened.eachEntry()) {
      unpacked += entry.uncompressedSize
      if (entries.size > limits.parts || unpacked > limits.unpackedBytes)
        throw tooLarge('unpacks to more than 64 MB')
      if (entry.isEncrypted())
        throw new UnreadableTableError(
          'This workbook is password-protected. Please save it without a password.',
        )
      entries.set(entry.fileName, entry)
    }
    return opened
  })
  return {
    has: (name) => entries.has(name),
    read: async (name, take) => {
      const entry = entries.get(name)
      if (entry === undefined) throw new UnreadableTableError(UNREADABLE)
      await orUnreadable(() => readEntry(zip, entry, take))
    },
  }
}

async function readEntry(zip: ZipFile, entry: Entry, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let checksum = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    checksum = crc32(chunk as Uint8Array, checksum)
    take(decoder.decode(chunk as Uint8Array, { stream: true }))
  }
  take(decoder.decode())
  // A damaged file must not change digits unnoticed.
  if (checksum !== entry.crc32) throw new UnreadableTableError(UNREADABLE)
}

function tooLarge(how: string): UnreadableTableError {
  return new UnreadableTableError(`This workbook ${how}. Please copy the clients into a new workbook.`)
}

/** Errors of the libraries mean that the file is broken. */
export async function orUnreadable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UnreadableTableError) throw error
    throw new UnreadableTableError(UNREADABLE)
  }
}
