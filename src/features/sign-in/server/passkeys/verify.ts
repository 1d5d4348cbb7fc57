import { and, eq, sql } from 'drizzle-orm'
import type { Role } from '#features/access/rules/roles.ts'
import type { PasskeyAnswer } from '#features/access/api/passkey-answers.ts'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Context } from '#base/server/context.ts'
import { consumeChallenge } from './challenge.ts'
import { isOwnDevice } from './this-device.ts'
import { requireRelyingParty } from './relying-party.ts'

/** Node and browsers support these without experimental code: ES256, RS256, EdDSA. */
export const ALGORITHMS = [-7, -257, -8]

/** Why an answer was rejected, for the audit log. */
export type PasskeyFailure = 'unknown' | 'counter' | 'not-valid' | 'used'

/** A valid answer, to be consumed in a transaction. */
export interface VerifiedPasskey {
  passkeyId: string
  userId: string
  account: { username: string; role: Role }
  /** The counter that was read, and the authenticator's. */
  counter: { before: number; after: number }
  challenge: string
  /** Whether the browser's own device answered, and not a phone or security key. */
  ownDevice: boolean
  publicKey: Buffer
}

/** The library, loaded at the first use of a passkey. */
export async function webauthn() {
  return import('@simplewebauthn/server')
}

/**
 * Verifies a passkey's answer: signature, site, challenge, counter, and that its owner was verified by the device.
 *
 * @param isExpected whether a challenge is one of this purpose
 */
export async function verifyAnswer(
  { database: { db }, settings }: Pick<Context, 'database' | 'settings'>,
  response: PasskeyAnswer,
  isExpected: (challenge: string) => boolean,
): Promise<VerifiedPasskey | PasskeyFailure> {
  const party = requireRelyingParty(settings)
  const found = await findPasskey(db, response.id)
  if (found === null) return 'unknown'
  const { passkey, handle, account, isActive } = found
  if (!isActive) return 'not-valid'
  const sentHandle = response.response.userHandle
  if (sentHandle !== undefined && !handle?.equals(Buffer.from(sentHandle, 'base64url'))) return 'not-valid'
  try {
    const { verifyAuthenticationResponse } = await webauthn()
    let challenge = ''
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (sent) => {
        challenge = sent
        return isExpected(sent)
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    if (!verified) return 'not-valid'
    const counter = { before: passkey.counter, after: authenticationInfo.newCounter }
    const { id: passkeyId, userId, publicKey } = passkey
    return { passkeyId, userId, account, counter, challenge, ownDevice: isOwnDevice(response), publicKey }
  } catch (error) {
    return error instanceof Error && /counter/iu.test(error.message) ? 'counter' : 'not-valid'
  }
}

async function findPasskey(db: Queries, credentialId: string) {
  const [found] = await db
    .select({
      passkey: passkeys,
      handle: users.webauthnHandle,
      account: { username: users.username, role: users.role },
      isActive: sql<boolean>`${users.deactivatedAt} is null`,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, Buffer.from(credentialId, 'base64url')))
  return found ?? null
}

/** Uses an answer up: its challenge once, and of two answers with the same counter only one. */
export async function consumeAnswer(
  tx: Transaction,
  { passkeyId, counter, challenge }: VerifiedPasskey,
  now: Date,
): Promise<boolean> {
  if (!(await consumeChallenge(tx, challenge, now))) return false
  const updated = await tx
    .update(passkeys)
    .set({ counter: counter.after, lastUsedAt: now })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.counter, counter.before)))
    .returning({ id: passkeys.id })
  return updated.length > 0
}
