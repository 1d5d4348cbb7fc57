/** The seal at the end of a file, and all that it covers: everything but the room that the seal itself lies in. */
export interface SealInFile {
  /** CMS, DER, with zeros behind it: as large as its room. */
  cms: Uint8Array
  /** Where its room begins: the first of its hexadecimal digits, two for each byte. */
  at: number
  covered: Buffer
}

const RANGE = /^\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/u
/** Four numbers of ten digits, and more spaces than any program writes between them. */
const MAX_RANGE_BYTES = 128
/** In digits, two for each byte: a signature, a time-stamp and their certificates take a fifth of that. */
const MAX_SEAL_DIGITS = 200_000
const MIN_SEAL_DIGITS = 1_000
const MAX_BROKEN_SEALS = 3
/** By byte. */
const IS_DIGIT = new Uint8Array(256)
for (const byte of Buffer.from('0123456789abcdefABCDEF')) IS_DIGIT[byte] = 1

/**
 * Finds the seal of a file that covers all of it, from the first byte to the last, but for its own room: hexadecimal
 * digits between angle brackets. No PDF is parsed: what counts is that every other byte is covered. Only the last range
 * can cover the whole file as we seal it, so the others are not read.
 */
export function sealIn(file: Uint8Array): SealInFile | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const rangeAt = bytes.lastIndexOf('/ByteRange')
  if (rangeAt === -1) return null
  const [, ...numbers] = RANGE.exec(bytes.toString('latin1', rangeAt, rangeAt + MAX_RANGE_BYTES)) ?? []
  const [start = -1, length = -1, after = -1, rest = -1] = numbers.map(Number)
  if (start !== 0 || after <= length || after + rest !== bytes.length) return null
  const at = length + 1
  const digits = countDigits(bytes, at)
  const fillsRoom = bytes[length] === '<'.charCodeAt(0) && bytes[at + digits] === '>'.charCodeAt(0)
  if (!fillsRoom || at + digits + 1 !== after || digits === 0 || digits % 2 === 1) return null
  return {
    cms: bytesOfDigits(bytes, at, digits),
    at,
    covered: Buffer.concat([bytes.subarray(0, length), bytes.subarray(after)]),
  }
}

/**
 * The last seals that lie in a file without covering it as it is now: what is left of one that was changed. One pass from
 * the end, which counts the digits behind each position.
 */
export function brokenSealsIn(file: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const seals: Uint8Array[] = []
  let digits = 0
  for (let at = bytes.length - 1; at >= 0 && seals.length < MAX_BROKEN_SEALS; at -= 1) {
    if (isDigit(bytes[at])) {
      digits += 1
      continue
    }
    if (digits >= MIN_SEAL_DIGITS && bytes.toString('latin1', at, at + 3) === '<30') {
      seals.push(bytesOfDigits(bytes, at + 1, Math.min(digits, MAX_SEAL_DIGITS)))
    }
    digits = 0
  }
  return seals
}

/** How many hexadecimal digits there are from a position on, at most as many as a seal has. */
function countDigits(bytes: Buffer, from: number): number {
  let digits = 0
  while (digits < MAX_SEAL_DIGITS && isDigit(bytes[from + digits])) digits += 1
  return digits
}

function isDigit(byte = 0): boolean {
  return IS_DIGIT[byte] === 1
}

/** An odd digit at the end is left out. */
function bytesOfDigits(bytes: Buffer, from: number, digits: number): Buffer {
  return Buffer.from(bytes.toString('latin1', from, from + digits - (digits % 2)), 'hex')
}
