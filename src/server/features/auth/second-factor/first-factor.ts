import { and, eq, isNotNull } from 'drizzle-orm'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { secondFactors, sessions, users } from '#server/platform/db/schema.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'
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
export async function turnOnSecondFactor(
  { tx, actor: { userId, sessionId }, now }: TransactionContext,
  drawn: GeneratedCodes,
): Promise<void> {
  await tx.update(users).set({ secondFactorSince: now }).where(eq(users.id, userId))
  await replaceRecoveryCodes(tx, userId, drawn)
  await endOtherSessions(tx, userId, sessionId)
  await tx.update(sessions).set({ secondFactor: 'given' }).where(eq(sessions.id, sessionId))
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
