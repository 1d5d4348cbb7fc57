import type { AuditDetails } from '#domain/audit/events.ts'
import type { Acting } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import { attemptWithin } from '#server/throttling/throttle.ts'
import { refusedAt } from '../password-rules.ts'
import { isPassword, nobodysHash } from '../passwords.ts'
import { passwordHashOf } from '../user-passwords.ts'
import { proveCode, type ProvedCode } from './prove-code.ts'

const TOO_MANY = 'The password or the code was wrong too often.'

type Reason = AuditDetails['second-factor.change-failed']['reason']

const words = {
  'wrong-password': { field: 'password', message: 'The password is not right' },
  'wrong-code': { field: 'code', message: 'The code is not right, or was used already' },
} as const satisfies Record<Reason, { field: string; message: string }>

/**
 * Has somebody who is signed in show that it is still they who change their second factor, by their password: whoever
 * finds a browser open gets no further.
 *
 * @throws Refusal invalid (400) at `password`, throttled (429) after five failures
 */
export async function provePassword(context: Context, acting: Acting, password: string): Promise<void> {
  await attemptWithin(context, ['secondFactorChange', acting.actor.userId, TOO_MANY], () =>
    checkPassword(context, acting, password),
  )
}

/**
 * The same by password and code.
 *
 * @returns the code, which is not used up yet
 * @throws Refusal invalid (400) at `password` or `code`, throttled (429) after five failures
 */
export async function provePasswordAndCode(
  context: Context,
  acting: Acting,
  { password, code }: { password: string; code: string },
): Promise<ProvedCode> {
  const { userId } = acting.actor
  return attemptWithin(context, ['secondFactorChange', userId, TOO_MANY], async () => {
    await checkPassword(context, acting, password)
    const proved = await proveCode(context, { userId, typed: code, now: acting.now })
    return proved ?? refuse(context, acting, 'wrong-code')
  })
}

async function checkPassword(context: Context, acting: Acting, password: string): Promise<void> {
  const passwordHash = (await passwordHashOf(context.database.db, acting.actor.userId)) ?? nobodysHash
  if (!(await isPassword(password, passwordHash))) await refuse(context, acting, 'wrong-password')
}

/** Records the failure, and says no at its field. */
export async function refuse(
  { database: { db } }: Context,
  { actor, origin, now }: Acting,
  reason: Reason,
): Promise<never> {
  await appendAudit(db, {
    action: 'second-factor.change-failed',
    details: { reason },
    actor,
    objectId: actor.userId,
    ip: origin.ip,
    at: now,
    success: false,
  })
  const { field, message } = words[reason]
  throw refusedAt(field, message)
}
