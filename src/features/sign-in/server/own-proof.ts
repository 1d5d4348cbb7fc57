import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { ProofFailure } from '#features/audit/rules/event.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { CommandContext, TransactionContext } from '#features/access/server/command-context.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'
import { eq } from 'drizzle-orm'
import type { Queries } from '#base/server/db/database.ts'
import { sessions } from '#features/access/schema/tables.ts'
import type { LockedAccount } from './locked-account.ts'
import { refusedAt } from './password-rules.ts'
import { DUMMY_HASH, isPassword } from './passwords.ts'
import { provePasskey, type PasskeyProof, type SignedDocument } from './passkeys/proof.ts'
import { consumeAnswer } from './passkeys/verify.ts'
import { consumeCode, proveCode, type ProvedCode } from './second-factor/prove-code.ts'
import { passwordHashOf } from './user-passwords.ts'

/** How long a sign-in at the provider counts as proof. */
const FRESH_MS = 5 * 60_000

/** The action that a proof is for. */
export interface ProofPurpose {
  limit: 'secondFactorChange' | 'passwordChange' | 'signing'
  /** Shown when the limit is exceeded. */
  tooMany: string
  /** The request's field of the password. */
  field: string
  /** Where a wrong password has its own text. */
  wrongPassword?: string
  /** Whether a second-factor code is required beside the password. */
  withCode?: boolean
  /** The document that is signed: a passkey signs exactly this one. */
  document?: SignedDocument
  recordFailure: (reason: ProofFailure) => Promise<void>
}

/** A proof that was correct when it was checked; a code is not used up yet. */
export type OwnProof = (
  | { by: 'password'; passwordHash: string }
  | { by: 'passkey'; passkey: PasskeyProof }
  | { by: 'sso' }
) & {
  code: ProvedCode | null
}

type PasswordProof = Extract<GivenProof, { by: 'password' }>

/** The proof of a request; `password` and `code` beside it are the former form. */
export function readProof<Proof extends GivenProof>(
  body: { proof?: Proof | undefined; password?: string | undefined; code?: string | undefined },
  field = 'password',
): Proof | PasswordProof {
  if (body.proof !== undefined) return body.proof
  if (body.password === undefined) throw required(field, 'Password is required')
  return { by: 'password', password: body.password, code: body.code }
}

/**
 * Confirms that the signed-in user acts, in case of an unattended browser. Every sensitive action uses this. The result
 * is checked again in the transaction of the action by {@link consumeProof}.
 *
 * @throws DomainError invalid (400) at the field, throttled (429) after five failures
 */
export async function proveOwner(
  act: CommandContext,
  given: GivenProof,
  purpose: ProofPurpose,
): Promise<OwnProof> {
  const { context, actor, now } = act
  const { userId } = actor
  const { withCode = false } = purpose
  if (given.by === 'passkey') {
    return attemptWithin(context, [purpose.limit, userId, purpose.tooMany], async () => {
      const passkey = await provePasskey(act, given, purpose.document)
      return passkey === null ? rejectProof(purpose, 'wrong-passkey') : { by: 'passkey', passkey, code: null }
    })
  }
  if (withCode && given.code === undefined) throw required('code', 'The code is required')
  return attemptWithin(context, [purpose.limit, userId, purpose.tooMany], async () => {
    const first =
      given.by === 'sso' ? await proveFresh(act, purpose) : await provePassword(act, given.password, purpose)
    if (!withCode || given.code === undefined) return { ...first, code: null }
    const code = await proveCode(context, { userId, typed: given.code, now })
    return code === null ? rejectProof(purpose, 'wrong-code') : { ...first, code }
  })
}

async function provePassword({ context, actor }: CommandContext, password: string, purpose: ProofPurpose) {
  const passwordHash = (await passwordHashOf(context.database.db, actor.userId)) ?? DUMMY_HASH
  if (!(await isPassword(password, passwordHash))) return rejectProof(purpose, 'wrong-password')
  return { by: 'password', passwordHash } as const
}

/** The session's user signed in at the provider just now. */
async function proveFresh({ context, actor, now }: CommandContext, purpose: ProofPurpose) {
  const isFresh = await isFreshAtProvider(context.database.db, actor.sessionId, now)
  return isFresh ? ({ by: 'sso' } as const) : rejectProof(purpose, 'not-fresh')
}

/** Whether a session's user signed in at the provider again within the last five minutes. */
export async function isFreshAtProvider(db: Queries, sessionId: string, now: Date): Promise<boolean> {
  const [session] = await db
    .select({ provedAt: sessions.provedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  const provedAt = session?.provedAt ?? null
  return provedAt !== null && now.getTime() - provedAt.getTime() < FRESH_MS
}

/**
 * Checks behind the account's lock that a proof is still correct, and uses its code up.
 *
 * @returns false where password or code have changed or were used meanwhile
 */
export async function consumeProof(
  { tx, now }: TransactionContext,
  account: Pick<LockedAccount, 'id' | 'passwordHash'> | null,
  proof: OwnProof,
): Promise<boolean> {
  const { code } = proof
  if (account === null) return false
  if (proof.by === 'passkey') return consumeAnswer(tx, proof.passkey, now)
  if (proof.by === 'password' && account.passwordHash !== proof.passwordHash) return false
  return code === null || consumeCode(tx, { userId: account.id, proved: code, now })
}

/**
 * Records a rejected proof.
 *
 * @throws DomainError invalid (400) at its field
 */
export async function rejectProof(purpose: ProofPurpose, reason: ProofFailure): Promise<never> {
  await purpose.recordFailure(reason)
  if (reason === 'wrong-code') throw refusedAt('code', 'That code is incorrect or has already been used')
  if (reason === 'wrong-passkey')
    throw refusedAt(
      purpose.field,
      'This passkey couldn’t be verified. Please try again, or use your password.',
    )
  if (reason === 'not-fresh')
    throw required(purpose.field, 'Please sign in at your firm again, then repeat this within five minutes.')
  throw refusedAt(purpose.field, purpose.wrongPassword ?? 'That password is incorrect')
}

function required(path: string, message: string): DomainError {
  return new DomainError('invalid', message, { code: 'proof-required', errors: [{ path, message }] })
}
