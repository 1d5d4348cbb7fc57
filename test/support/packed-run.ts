import { constants, deflateRawSync } from 'node:zlib'

const MEGABYTE = 2 ** 20
/** Of Adler-32, zlib's checksum. */
const ADLER_MODULUS = 65_521n
const HEAD = Buffer.from('789c', 'hex')
const EMPTY_LAST_BLOCK = Buffer.from('0300', 'hex')

/**
 * One letter repeated hundreds of millions of times in zlib format. Compresses one megabyte and repeats the result,
 * because compressing all takes seconds.
 */
export function packedRun(letter: string, megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(MEGABYTE, letter), { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: megabytes }, () => one)
  const checksum = adlerOfRun(letter.charCodeAt(0), megabytes * MEGABYTE)
  return Buffer.concat([HEAD, ...blocks, EMPTY_LAST_BLOCK, checksum])
}

/** The two sums of Adler-32 for a run of one byte. */
function adlerOfRun(byte: number, times: number): Buffer {
  const [value, count] = [BigInt(byte), BigInt(times)]
  const sum = (1n + value * count) % ADLER_MODULUS
  const sums = (count + (value * count * (count + 1n)) / 2n) % ADLER_MODULUS
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(Number((sums << 16n) | sum))
  return checksum
}
