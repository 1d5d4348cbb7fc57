import { hash, randomBytes, randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH, readMailedCode } from '#base/rules/input/mailed-code.ts'

const BYTES = 32

/** A new cookie secret: 32 random bytes. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** Hash of a token for storage, without salt: 32 random bytes cannot be guessed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** A new secret for a mailed link, short enough to type. */
export function newMailedCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** Hash of a mailed code in any spelling. */
export function hashMailedCode(typed: string): Buffer {
  return hashToken(readMailedCode(typed) ?? typed)
}
