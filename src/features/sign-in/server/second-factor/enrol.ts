import { decrypt, encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, eq } from 'drizzle-orm'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { secondFactors, users } from '#features/access/schema/tables.ts'
import { DomainError, signedOut } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { lockOwnAccount, type OwnAccount } from '../locked-account.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'
import { consumeProof, proveOwner } from '../own-proof.ts'
import { refusedAt } from '../password-rules.ts'
import { addressOf, generateSecret, stepOf } from './authenticator.ts'
import { changeOfSecondFactor } from './proof-purpose.ts'
import { hasAuthenticator, turnOnSecondFactor } from './first-factor.ts'
import { recordChange } from './record-change.ts'
import { generateRecoveryCodes, type GeneratedCodes } from './recovery-codes.ts'

const WRONG_CODE = 'That code is incorrect. Please check the time on your phone, and enter the newest code.'
const TOO_MANY_CODES = 'Too many wrong codes.'

/** The data for setting up an authenticator. */
export interface Enrolment {
  /** In base 32, for typing. */
  secret: string
  /** `otpauth://…`, for a QR code. */
  address: string
}

/**
 * Generates a secret for the user's authenticator. It is not active until a code confirms it; another call replaces it.
 *
 * @throws DomainError invalid (400) at `password`, conflict (409) where there is one, throttled (429),
 * signed-out (401) where the session has ended meanwhile
 */
export async function beginEnrolment(act: CommandContext, given: GivenProof): Promise<Enrolment> {
  const { context, actor, now } = act
  const { userId } = actor
  const proof = await proveOwner(act, given, changeOfSecondFactor(act))
  const secret = await generateSecret()
  const row = {
    secret: encrypt(context.keyring, secondFactors.secret, userId, secret),
    createdAt: now,
    lastStep: null,
  }
  await inTransaction(act, async (work) => {
    const { tx } = work
    const account = await lockWithoutAuthenticator(tx, actor)
    if (!(await consumeProof(work, account, proof))) throw signedOut()
    await tx
      .insert(secondFactors)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: secondFactors.userId, set: row })
  })
  const address = await addressOf(secret, context.settings.branding.firmName, actor.username)
  return { secret, address }
}

/**
 * Activates the authenticator with one of its codes. As the first second factor it comes with recovery codes, and ends
 * the user's other sessions, since they began without it.
 *
 * @returns the recovery codes, which are shown only once; none beside a passkey, whose codes stay
 * @throws DomainError invalid (400) at `code`, conflict (409) where no enrolment is under way, throttled (429),
 * signed-out (401) where the session has ended meanwhile
 */
export async function confirmEnrolment(act: CommandContext, typed: string): Promise<string[]> {
  const { context, actor, now } = act
  const { userId } = actor
  const { db } = context.database
  const [begun] = await db
    .select({ secret: secondFactors.secret, since: users.secondFactorSince })
    .from(secondFactors)
    .innerJoin(users, eq(users.id, secondFactors.userId))
    .where(eq(secondFactors.userId, userId))
  if (begun === undefined) throw notBegun()
  const secret = decrypt(context.keyring, secondFactors.secret, userId, begun.secret)
  const step = await attemptWithin(context, ['secondFactorChange', userId, TOO_MANY_CODES], async () => {
    const found = await stepOf(secret, typed.replaceAll(/\D/gu, ''), now)
    if (found === null) throw refusedAt('code', WRONG_CODE)
    return found
  })
  const drawn = begun.since === null ? await generateRecoveryCodes() : null
  await inTransaction(act, (work) => setUp(work, { encrypted: begun.secret, step, drawn }))
  return drawn?.codes ?? []
}

async function setUp(
  work: TransactionContext,
  { encrypted, step, drawn }: { encrypted: string; step: number; drawn: GeneratedCodes | null },
): Promise<void> {
  const { tx, actor } = work
  const { userId } = actor
  const { secondFactorSince } = await lockWithoutAuthenticator(tx, actor)
  const confirmed = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, encrypted)))
    .returning({ userId: secondFactors.userId })
  if (confirmed.length === 0 || (secondFactorSince === null) !== (drawn !== null)) throw notBegun()
  if (drawn !== null) await turnOnSecondFactor(work, drawn)
  await recordChange(work, { change: 'enrolled', owner: { ...actor, id: userId } })
}

/** Of two simultaneous enrolments one is refused. */
async function lockWithoutAuthenticator(tx: Transaction, actor: Actor): Promise<OwnAccount> {
  const account = await lockOwnAccount(tx, actor)
  if (!(await hasAuthenticator(tx, actor.userId))) return account
  throw new DomainError(
    'conflict',
    'You have already set up an authenticator. Turn it off first to use another.',
  )
}

function notBegun(): DomainError {
  return new DomainError(
    'conflict',
    'Setup was started again in another tab or on another device. Please start again here.',
  )
}
