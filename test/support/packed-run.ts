import { constants, deflateRawSync } from 'node:zlib'

const MEGABYTE = 2 ** 20
/** Of Adler-32, the checksum that ends what zlib packs. */
const ADLER_MODULUS = 65_521n
const HEAD = Buffer.from('789c', 'hex')
const EMPTY_LAST_BLOCK = Buffer.from('0300', 'hex')

/**
 * One letter, hundreds of millions of times, as zlib packs it. One megabyte is packed, and that repeated: to pack all of them takes
 * seconds.
 */
export function packedRun(letter: string, megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(MEGABYTE, letter), { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: megabytes }, () => one)
  const checksum = adlerOfRun(letter.charCodeAt(0), megabytes * MEGABYTE)
  return Buffer.concat([HEAD, ...blocks, EMPTY_LAST_BLOCK, checksum])
}

/** The sum of the bytes and one, and the sum of all such sums on the way. */
function adlerOfRun(byte: number, times: number): Buffer {
  const [value, count] = [BigInt(byte), BigInt(times)]
  const sum = (1n + value * count) % ADLER_MODULUS
  const sums = (count + (value * count * (count + 1n)) / 2n) % ADLER_MODULUS
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(Number((sums << 16n) | sum))
  return checksum
}
