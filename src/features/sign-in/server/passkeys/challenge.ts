import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { usedChallenges } from '#features/sign-in/schema/used-challenges.ts'
import type { Transaction } from '#base/server/db/database.ts'

const NONCE_BYTES = 16
const EXPIRY_BYTES = 4
const MAC_BYTES = 16
const HEAD_BYTES = NONCE_BYTES + EXPIRY_BYTES
const LIFETIME_SECONDS = 5 * 60

/** For what a challenge is drawn, and for whom: an answer for one purpose is of no use for another. */
export type ChallengePurpose = 'sign-in' | `${'enrol' | 'proof' | 'signing' | 'link'} ${string} ${string}`

/**
 * Draws a challenge that is stored nowhere: a nonce, its expiry, and a code over both and the purpose. Strangers
 * therefore write no rows.
 */
export function drawChallenge(keyring: Keyring, purpose: ChallengePurpose, now: Date): Buffer {
  const head = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(EXPIRY_BYTES)])
  head.writeUInt32BE(Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS, NONCE_BYTES)
  return Buffer.concat([head, codeOf(keyring, keyring.current.id, head, purpose)])
}

/** Whether a challenge was drawn here for this purpose, within five minutes. */
export function isChallenge(keyring: Keyring, purpose: ChallengePurpose, sent: string, now: Date): boolean {
  const challenge = Buffer.from(sent, 'base64url')
  if (challenge.length !== HEAD_BYTES + MAC_BYTES) return false
  const head = challenge.subarray(0, HEAD_BYTES)
  if (head.readUInt32BE(NONCE_BYTES) < now.getTime() / 1000) return false
  const code = challenge.subarray(HEAD_BYTES)
  return keyring.ids().some((id) => timingSafeEqual(code, codeOf(keyring, id, head, purpose)))
}

function codeOf(keyring: Keyring, keyId: string, head: Buffer, purpose: ChallengePurpose): Buffer {
  const key = keyring.find(keyId) ?? keyring.current
  const derived = new Uint8Array(hkdfSync('sha256', key.secret, '', 'passkey challenges', 32))
  return createHmac('sha256', derived).update(head).update(purpose).digest().subarray(0, MAC_BYTES)
}

export function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

/** Uses a challenge up; false where it was used before. */
export async function consumeChallenge(tx: Transaction, challenge: string, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + LIFETIME_SECONDS * 1000)
  const used = await tx
    .insert(usedChallenges)
    .values({ hash: sha256(challenge), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: usedChallenges.hash })
  return used.length > 0
}
