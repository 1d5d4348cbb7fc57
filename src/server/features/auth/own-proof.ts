import type { GivenProof } from '#domain/api/own-proof.ts'
import type { ProofFailure } from '#domain/audit/events.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import type { CommandContext, TransactionContext } from '#server/shared/command-context.ts'
import { attemptWithin } from '#server/shared/throttling/throttle.ts'
import type { LockedAccount } from './locked-account.ts'
import { refusedAt } from './password-rules.ts'
import { DUMMY_HASH, isPassword } from './passwords.ts'
import { consumeCode, proveCode, type ProvedCode } from './second-factor/prove-code.ts'
import { passwordHashOf } from './user-passwords.ts'

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
  recordFailure: (reason: ProofFailure) => Promise<void>
}

/** A proof that was correct when it was checked; a code is not used up yet. */
export interface OwnProof {
  by: 'password'
  passwordHash: string
  code: ProvedCode | null
}

/** The proof of a request; `password` and `code` beside it are the former form. */
export function readProof(
  body: { proof?: GivenProof | undefined; password?: string | undefined; code?: string | undefined },
  field = 'password',
): GivenProof {
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
  if (purpose.withCode === true && given.code === undefined) throw required('code', 'The code is required')
  return attemptWithin(context, [purpose.limit, userId, purpose.tooMany], async () => {
    const passwordHash = (await passwordHashOf(context.database.db, userId)) ?? DUMMY_HASH
    if (!(await isPassword(given.password, passwordHash))) return rejectProof(purpose, 'wrong-password')
    if (purpose.withCode !== true || given.code === undefined)
      return { by: 'password', passwordHash, code: null }
    const code = await proveCode(context, { userId, typed: given.code, now })
    return code === null ? rejectProof(purpose, 'wrong-code') : { by: 'password', passwordHash, code }
  })
}

/**
 * Checks behind the account's lock that a proof is still correct, and uses its code up.
 *
 * @returns false where password or code have changed or were used meanwhile
 */
export async function consumeProof(
  { tx, now }: TransactionContext,
  account: Pick<LockedAccount, 'id' | 'passwordHash'> | null,
  { passwordHash, code }: OwnProof,
): Promise<boolean> {
  if (account === null || account.passwordHash !== passwordHash) return false
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
  throw refusedAt(purpose.field, purpose.wrongPassword ?? 'That password is incorrect')
}

function required(path: string, message: string): DomainError {
  return new DomainError('invalid', message, { code: 'proof-required', errors: [{ path, message }] })
}
