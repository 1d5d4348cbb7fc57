import { and, eq } from 'drizzle-orm'
import type { GivenProof } from '#domain/api/own-proof.ts'
import type { Context } from '#server/shared/context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { secondFactors, sessions, users } from '#server/platform/db/schema.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { lockOwnAccount } from '../locked-account.ts'
import { consumeProof, proveOwner, rejectProof } from '../own-proof.ts'
import { changeOfSecondFactor } from './proof-purpose.ts'
import { recordChange } from './record-change.ts'
import { generateRecoveryCodes, recoveryCodesLeft, replaceRecoveryCodes } from './recovery-codes.ts'

/** A user's view of their second factor. */
export interface SecondFactorView {
  /** Null where there is none. */
  since: Date | null
  recoveryCodesLeft: number
}

/** A user's second factor. */
export async function secondFactorOf(
  { database: { db } }: Pick<Context, 'database'>,
  userId: string,
): Promise<SecondFactorView> {
  const [user] = await db.select({ since: users.secondFactorSince }).from(users).where(eq(users.id, userId))
  return { since: user?.since ?? null, recoveryCodesLeft: await recoveryCodesLeft(db, userId) }
}

/**
 * Turns the user's own second factor off.
 *
 * @throws DomainError invalid (400) at `password` or `code`, conflict (409) where there is none, throttled (429)
 */
export async function removeSecondFactor(act: CommandContext, given: GivenProof): Promise<void> {
  await changeOwn(act, given, async (work) => {
    const { tx, actor } = work
    await takeAway(tx, actor.userId)
    await tx.update(sessions).set({ secondFactor: null }).where(eq(sessions.userId, actor.userId))
    await recordChange(work, { change: 'removed', owner: { ...actor, id: actor.userId } })
  })
}

/**
 * Replaces the user's recovery codes.
 *
 * @returns the codes, which are shown only once
 * @throws DomainError invalid (400) at `password` or `code`, conflict (409) where there is no second factor, throttled
 * (429)
 */
export async function renewRecoveryCodes(act: CommandContext, given: GivenProof): Promise<string[]> {
  const { actor } = act
  const drawn = await generateRecoveryCodes()
  await changeOwn(act, given, async (work) => {
    await replaceRecoveryCodes(work.tx, actor.userId, drawn)
    const owner = { ...actor, id: actor.userId }
    await recordChange(work, { change: 'recovery-codes-renewed', owner })
  })
  return drawn.codes
}

/** Changes the actor's own second factor after checking the password and a code, which is used up. */
async function changeOwn(
  act: CommandContext,
  given: GivenProof,
  change: (work: TransactionContext) => Promise<void>,
): Promise<void> {
  const { context, actor } = act
  const { userId } = actor
  if ((await secondFactorOf(context, userId)).since === null) throw noFactor()
  const purpose = changeOfSecondFactor(act, { withCode: true })
  const proof = await proveOwner(act, given, purpose)
  const isDone = await inTransaction(act, async (work) => {
    const account = await lockOwnAccount(work.tx, actor)
    if (account.secondFactorSince === null) throw noFactor()
    if (!(await consumeProof(work, account, proof))) return false
    await change(work)
    return true
  })
  if (!isDone) await rejectProof(purpose, 'wrong-code')
}

/** Removes a user's second factor and notifies them. The caller's transaction must also end their sessions. */
export async function resetSecondFactorOf(
  work: TransactionContext,
  owner: { id: string; username: string; fullName: string | null },
): Promise<void> {
  await takeAway(work.tx, owner.id)
  await recordChange(work, { change: 'reset', owner })
}

/** Ends sign-ins that wait for a code. */
async function takeAway(tx: Transaction, userId: string): Promise<void> {
  await tx.update(users).set({ secondFactorSince: null }).where(eq(users.id, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.secondFactor, 'due')))
}

function noFactor(): DomainError {
  return new DomainError(
    'conflict',
    'There is no authenticator set up for your account. Please reload the page.',
  )
}
