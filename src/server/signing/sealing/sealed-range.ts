/** The seal at the end of a file, and all that it covers: everything but the room that the seal itself lies in. */
export interface SealInFile {
  /** CMS, DER, with zeros behind it: as large as its room. */
  cms: Uint8Array
  /** Where its room begins: the first of its hexadecimal digits, two for each byte. */
  at: number
  covered: Buffer
}

const RANGE = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/gu

/**
 * Finds the seal of a file that covers all of it, from the first byte to the last, but for its own room: hexadecimal
 * digits between angle brackets. No PDF is parsed: what counts is that every other byte is covered.
 */
export function sealIn(file: Uint8Array): SealInFile | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const ranges = [...bytes.toString('latin1').matchAll(RANGE)].toReversed()
  for (const [, ...numbers] of ranges) {
    const [start = -1, length = -1, after = -1, rest = -1] = numbers.map(Number)
    if (start !== 0 || after <= length || after + rest !== bytes.length) continue
    const room = bytes.subarray(length, after).toString('latin1')
    if (!/^<(?:[\dA-Fa-f]{2})+>$/u.test(room)) continue
    return {
      cms: Buffer.from(room.slice(1, -1), 'hex'),
      at: length + 1,
      covered: Buffer.concat([bytes.subarray(0, length), bytes.subarray(after)]),
    }
  }
  return null
}

/** Seals that lie in a file without covering it as it is now: what is left of one that was changed. */
export function brokenSealsIn(file: Uint8Array): Uint8Array[] {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1')
  return [...text.matchAll(/<(30[\dA-Fa-f]{1000,200000})/gu)]
    .slice(-3)
    .map(([, digits = '']) => Buffer.from(digits.slice(0, digits.length - (digits.length % 2)), 'hex'))
}
