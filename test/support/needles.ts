import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isFileMissing } from '#base/server/storage/missing-file.ts'

/** A secret: its name, and byte sequences that reveal it. */
export interface Needle {
  what: string
  bytes: Buffer
}

/**
 * A secret text in the forms in which it might appear: plain, quoted-printable (mails), and hex (databases and logs).
 */
export function needlesOf(what: string, text: string): Needle[] {
  const plain = Buffer.from(text)
  return [
    { what, bytes: plain },
    ...(text.includes('=') ? [{ what, bytes: Buffer.from(text.replaceAll('=', '=3D')) }] : []),
    { what: `${what} as hex`, bytes: Buffer.from(plain.toString('hex')) },
    { what: `${what} as base64`, bytes: Buffer.from(plain.toString('base64').replace(/.?=*$/u, '')) },
    { what: `${what} as UTF-16`, bytes: Buffer.from(text, 'utf16le') },
  ]
}

const PIECE_BYTES = 24

/** Parts of a file from start to end, plain and in hex, any of which reveals it. */
export function needlesOfFile(what: string, bytes: Buffer): Needle[] {
  const positions = [0.1, 0.4, 0.7, 0.9].map((part) => Math.floor(part * (bytes.length - PIECE_BYTES)))
  return positions.flatMap((position) => {
    const piece = bytes.subarray(position, position + PIECE_BYTES)
    return [
      { what: `${what} at ${position}`, bytes: piece },
      { what: `${what} at ${position} as hex`, bytes: Buffer.from(piece.toString('hex')) },
    ]
  })
}

/** The needles found in some bytes. */
export function foundIn(heap: Buffer, needles: readonly Needle[]): string[] {
  return needles.filter(({ bytes }) => heap.includes(bytes)).map(({ what }) => what)
}

/** The needles found in files below a folder (with certain names), and where. */
export async function foundBelow(
  folder: string,
  needles: readonly Needle[],
  isMeant: (name: string) => boolean = () => true,
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile() && isMeant(one.name))) {
    const file = path.join(entry.parentPath, entry.name)
    for (const what of await foundInFile(file, needles)) found.push(`${what} in ${entry.name}`)
  }
  return found
}

/**
 * Chunks overlap by the longest needle, so that none is split. Files may disappear while PostgreSQL cleans up and
 * renames WAL files.
 */
async function foundInFile(file: string, needles: readonly Needle[]): Promise<string[]> {
  const overlap = Math.max(0, ...needles.map(({ bytes }) => bytes.length))
  const found = new Set<string>()
  let tail = Buffer.alloc(0)
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      const heap = Buffer.concat([tail, chunk as Buffer])
      for (const what of foundIn(heap, needles)) found.add(what)
      tail = heap.subarray(-overlap)
    }
  } catch (error) {
    if (!isFileMissing(error)) throw error
  }
  return [...found]
}
