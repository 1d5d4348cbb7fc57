import { and, eq } from 'drizzle-orm'
import type { Acting } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { secondFactors, sessions, users } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { lockOwnAccount } from '../locked-account.ts'
import { provePasswordAndCode, refuse } from './own-proof.ts'
import { consumeCode } from './prove-code.ts'
import { recordChange } from './record-change.ts'
import { drawRecoveryCodes, recoveryCodesLeft, replaceRecoveryCodes } from './recovery-codes.ts'

/** What somebody shows to change their second factor. */
export interface Proof {
  password: string
  code: string
}

/** What somebody sees of their second factor. */
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
 * Turns somebody's own second factor off.
 *
 * @throws Refusal invalid (400) at `password` or `code`, conflict (409) where there is none, throttled (429)
 */
export async function removeSecondFactor(context: Context, acting: Acting, proof: Proof): Promise<void> {
  const { actor } = acting
  await changeOwn(context, acting, proof, async (tx) => {
    await takeAway(tx, actor.userId)
    await tx.update(sessions).set({ secondFactor: null }).where(eq(sessions.userId, actor.userId))
    await recordChange(tx, context, acting, { change: 'removed', owner: { ...actor, id: actor.userId } })
  })
}

/**
 * Gives somebody new recovery codes; those before are of no use any more.
 *
 * @returns the codes, which nobody sees again
 * @throws Refusal invalid (400) at `password` or `code`, conflict (409) where there is no second factor, throttled (429)
 */
export async function renewRecoveryCodes(context: Context, acting: Acting, proof: Proof): Promise<string[]> {
  const { actor } = acting
  const drawn = await drawRecoveryCodes()
  await changeOwn(context, acting, proof, async (tx) => {
    await replaceRecoveryCodes(tx, actor.userId, drawn)
    const owner = { ...actor, id: actor.userId }
    await recordChange(tx, context, acting, { change: 'recovery-codes-renewed', owner })
  })
  return drawn.codes
}

/** Makes a change of the actor's own second factor, by password and a code that is used up with it. */
async function changeOwn(
  context: Context,
  acting: Acting,
  proof: Proof,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { userId } = acting.actor
  if ((await secondFactorOf(context, userId)).since === null) throw noFactor()
  const proved = await provePasswordAndCode(context, acting, proof)
  const isDone = await context.database.db.transaction(async (tx) => {
    if ((await lockOwnAccount(tx, acting.actor)).secondFactorSince === null) throw noFactor()
    if (!(await consumeCode(tx, { userId, proved, now: acting.now }))) return false
    await change(tx)
    return true
  })
  if (!isDone) await refuse(context, acting, 'wrong-code')
}

/** Takes the second factor from its owner, who is told. For a transaction that ends their sessions too. */
export async function resetSecondFactorOf(
  tx: Transaction,
  context: Context,
  acting: Acting,
  owner: { id: string; username: string; fullName: string | null },
): Promise<void> {
  await takeAway(tx, owner.id)
  await recordChange(tx, context, acting, { change: 'reset', owner })
}

/** Sign-ins that wait for a code have nothing to wait for. */
async function takeAway(tx: Transaction, userId: string): Promise<void> {
  await tx.update(users).set({ secondFactorSince: null }).where(eq(users.id, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.secondFactor, 'due')))
}

function noFactor(): Refusal {
  return new Refusal('conflict', 'There is no authenticator set up for your account.')
}
