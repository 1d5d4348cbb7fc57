import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Secret scanners recognise the prefix. */
const PREFIX = 'obt_'
const SECRET_BYTES = 32
const TOKEN = /^obt_([\w-]{43})([\w-]{6})$/u

function checksumOf(secret: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(PREFIX + secret))
  return bytes.toString('base64url')
}

/** A new token: 256 random bits, and a checksum, so that a typing error needs no look-up. */
export function newApiToken(): string {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return PREFIX + secret + checksumOf(secret)
}

/** Whether a text has the form of a token, with its checksum. */
export function isApiToken(text: string): boolean {
  const [, secret, checksum] = TOKEN.exec(text) ?? []
  return secret !== undefined && checksumOf(secret) === checksum
}

/** Hash of a token for storage, without salt: 256 random bits cannot be guessed. */
export function hashApiToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
