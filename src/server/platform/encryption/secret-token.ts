import { hash, randomBytes, randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH, readMailedCode } from '#domain/auth/mailed-code.ts'

const BYTES = 32

/** A new secret for a cookie: 32 random bytes. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** What is stored of a token. It needs no salt: nobody guesses 32 random bytes. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** A new secret for a mailed link, short enough to be typed where the link does not work. */
export function newMailedCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** What is stored of a mailed code, however it was typed. */
export function hashMailedCode(typed: string): Buffer {
  return hashToken(readMailedCode(typed) ?? typed)
}
