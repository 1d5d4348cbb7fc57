/** The seal at the end of a file, which covers everything except its own bytes. */
export interface SealInFile {
  /** CMS in DER, padded with zeros to the reserved length. */
  cms: Uint8Array
  /** Offset of the first hexadecimal digit; two digits for each byte. */
  at: number
  covered: Buffer
}

const RANGE = /^\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/u
/** Four numbers of ten digits, and more spaces than any program writes between them. */
const MAX_RANGE_BYTES = 128
/** In digits, two for each byte; real seals with a time-stamp take a fifth of it. */
const MAX_SEAL_DIGITS = 200_000
const MIN_SEAL_DIGITS = 1_000
const MAX_BROKEN_SEALS = 3
/** Indexed by byte. */
const IS_DIGIT = new Uint8Array(256)
for (const byte of Buffer.from('0123456789abcdefABCDEF')) IS_DIGIT[byte] = 1

/**
 * Finds the seal that covers all of a file except its own hexadecimal digits in angle brackets. No PDF is parsed: only
 * the coverage of all other bytes counts. Our files are covered by the last range, so earlier ones are ignored.
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
  const fillsBrackets = bytes[length] === '<'.charCodeAt(0) && bytes[at + digits] === '>'.charCodeAt(0)
  if (!fillsBrackets || at + digits + 1 !== after || digits === 0 || digits % 2 === 1) return null
  return {
    cms: bytesOfDigits(bytes, at, digits),
    at,
    covered: Buffer.concat([bytes.subarray(0, length), bytes.subarray(after)]),
  }
}

/**
 * The last seals in a file that do not cover it any more because it was changed. One pass from the end, which counts
 * the digits behind each position.
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

/** The number of hexadecimal digits from a position on, up to the maximum of a seal. */
function countDigits(bytes: Buffer, from: number): number {
  let digits = 0
  while (digits < MAX_SEAL_DIGITS && isDigit(bytes[from + digits])) digits += 1
  return digits
}

function isDigit(byte = 0): boolean {
  return IS_DIGIT[byte] === 1
}

/** An odd digit at the end is ignored. */
function bytesOfDigits(bytes: Buffer, from: number, digits: number): Buffer {
  return Buffer.from(bytes.toString('latin1', from, from + digits - (digits % 2)), 'hex')
}
