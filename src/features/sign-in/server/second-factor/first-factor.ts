import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import { secondFactors, sessions, users } from '#features/access/schema/tables.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { endOtherSessions } from '../sessions.ts'
import { replaceRecoveryCodes, type GeneratedCodes } from './recovery-codes.ts'

/** Whether a user needs a second factor to sign in. */
export async function hasSecondFactor(db: Queries, userId: string): Promise<boolean> {
  const isOn = and(eq(users.id, userId), isNotNull(users.secondFactorSince))
  return (await db.$count(users, isOn)) > 0
}

/** Whether a user has an authenticator that a code has confirmed. */
export async function hasAuthenticator(db: Queries, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.lastStep)))
  return found !== undefined
}

/**
 * Turns on the second factor of the actor, whose account is locked, with their first authenticator or passkey. Their
 * other sessions end, since they began without it.
 */
export async function turnOnSecondFactor(work: TransactionContext, drawn: GeneratedCodes): Promise<void> {
  const { tx, actor, now } = work
  const { userId, sessionId } = actor
  await tx
    .insert(secondFactors)
    .values({ userId, ...withoutAuthenticator(work) })
    .onConflictDoNothing()
  await tx.update(users).set({ secondFactorSince: now }).where(eq(users.id, userId))
  await replaceRecoveryCodes(tx, userId, drawn)
  await endOtherSessions(tx, userId, sessionId)
  await tx.update(sessions).set({ secondFactor: 'given' }).where(eq(sessions.id, sessionId))
}

/** Forgets the authenticator of the actor, whose passkeys and recovery codes stay. */
export async function forgetAuthenticator(work: TransactionContext): Promise<void> {
  const { tx, actor } = work
  await tx.update(secondFactors).set(withoutAuthenticator(work)).where(eq(secondFactors.userId, actor.userId))
}

/** Recovery codes belong to this row, also beside passkeys alone. Its secret was given to no device. */
function withoutAuthenticator({ context, actor, now }: TransactionContext) {
  const secret = encrypt(context.keyring, secondFactors.secret, actor.userId, randomBytes(20).toString('hex'))
  return { secret, createdAt: now, lastStep: null }
}

/** Turns off the second factor of the actor, whose account is locked. */
export async function turnOffSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await forgetSecondFactor(tx, userId)
  await tx.update(sessions).set({ secondFactor: null }).where(eq(sessions.userId, userId))
}

/** Removes a second factor, and ends the sign-ins that wait for it. */
export async function forgetSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.update(users).set({ secondFactorSince: null }).where(eq(users.id, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.secondFactor, 'due')))
}
