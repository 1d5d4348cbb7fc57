import { eq } from 'drizzle-orm'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { Context } from '#base/server/context.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { lockOwnAccount } from '../locked-account.ts'
import { consumeProof, proveOwner, rejectProof } from '../own-proof.ts'
import { hasPasskey } from '../passkeys/usable.ts'
import {
  forgetAuthenticator,
  forgetSecondFactor,
  hasAuthenticator,
  turnOffSecondFactor,
} from './first-factor.ts'
import { changeOfSecondFactor } from './proof-purpose.ts'
import { recordChange } from './record-change.ts'
import { generateRecoveryCodes, recoveryCodesLeft, replaceRecoveryCodes } from './recovery-codes.ts'

/** A user's view of their second factor. */
export interface SecondFactorView {
  /** Null where there is none. */
  since: Date | null
  recoveryCodesLeft: number
  authenticator: boolean
}

/** A user's second factor. */
export async function secondFactorOf(
  { database: { db } }: Pick<Context, 'database'>,
  userId: string,
): Promise<SecondFactorView> {
  const [user] = await db.select({ since: users.secondFactorSince }).from(users).where(eq(users.id, userId))
  return {
    since: user?.since ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(db, userId),
    authenticator: await hasAuthenticator(db, userId),
  }
}

/**
 * Turns the user's own authenticator off, and with it their second factor unless they have a passkey.
 *
 * @throws DomainError invalid (400) at `password` or `code`, conflict (409) where there is none, throttled (429)
 */
export async function removeAuthenticator(act: CommandContext, given: GivenProof): Promise<void> {
  await changeOwn(act, given, async (work) => {
    const { tx, actor, context } = work
    const { userId } = actor
    const staysOn = await hasPasskey(tx, context.settings, userId)
    if (staysOn && !(await hasAuthenticator(tx, userId))) throw noFactor()
    if (staysOn) await forgetAuthenticator(work)
    else await turnOffSecondFactor(tx, userId)
    const change = staysOn ? 'removed-beside-passkey' : 'removed'
    await recordChange(work, { change, owner: { ...actor, id: userId } })
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
  await forgetSecondFactor(work.tx, owner.id)
  await recordChange(work, { change: 'reset', owner })
}

function noFactor(): DomainError {
  return new DomainError(
    'conflict',
    'There is no authenticator set up for your account. Please reload the page.',
  )
}
