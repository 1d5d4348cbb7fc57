import { hash, randomBytes } from 'node:crypto'

const BYTES = 32

/** A new secret for a cookie: 32 random bytes. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** What is stored of a token. It needs no salt: nobody guesses 32 random bytes. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
