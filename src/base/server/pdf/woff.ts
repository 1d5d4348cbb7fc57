import { inflateSync } from 'node:zlib'

/** Sizes of headers and table entries: WOFF's (WOFF File Format 1.0, 3 and 4), and TrueType's. */
const WOFF = { header: 44, entry: 20 } as const
const TRUETYPE = { header: 12, entry: 16 } as const

/**
 * Unpacks a web font (WOFF 1.0): the font library would otherwise decompress a table for each letter. No error handling
 * for damaged fonts, since they are our own.
 */
export function unpackFont(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) =>
    tableAt(woff, WOFF.header + index * WOFF.entry),
  )
  const head = Buffer.alloc(TRUETYPE.header + tables.length * TRUETYPE.entry)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [head]
  let at = head.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = TRUETYPE.header + index * TRUETYPE.entry
    tag.copy(head, entry)
    checksum.copy(head, entry + 4)
    head.writeUInt32BE(at, entry + 8)
    head.writeUInt32BE(data.length, entry + 12)
    const padding = Buffer.alloc(-data.length & 3)
    parts.push(data, padding)
    at += data.length + padding.length
  }
  return Buffer.concat(parts)
}

function tableAt(woff: Buffer, entry: number): Record<'tag' | 'checksum' | 'data', Buffer> {
  const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
    number,
    number,
    number,
  ]
  const bytes = woff.subarray(offset, offset + packed)
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.subarray(entry + 16, entry + 20),
    data: packed === length ? bytes : inflateSync(bytes),
  }
}
