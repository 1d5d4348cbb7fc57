import type { AuditDetails } from '#domain/audit/events.ts'
import { recordFailure } from '#server/shared/audit/record.ts'
import { autocommit, type CommandContext } from '#server/shared/command-context.ts'
import { attemptWithin } from '#server/shared/throttling/throttle.ts'
import { refusedAt } from '../password-rules.ts'
import { isPassword, DUMMY_HASH } from '../passwords.ts'
import { passwordHashOf } from '../user-passwords.ts'
import { proveCode, type ProvedCode } from './prove-code.ts'

const TOO_MANY = 'Too many wrong passwords or codes.'

type Reason = AuditDetails['second-factor.change-failed']['reason']

const errors = {
  'wrong-password': { field: 'password', message: 'That password is incorrect' },
  'wrong-code': { field: 'code', message: 'That code is incorrect or has already been used' },
} as const satisfies Record<Reason, { field: string; message: string }>

/**
 * Confirms the signed-in user's identity by password before a change of the second factor, in case of an unattended
 * browser.
 *
 * @throws DomainError invalid (400) at `password`, throttled (429) after five failures
 */
export async function provePassword(act: CommandContext, password: string): Promise<void> {
  await attemptWithin(act.context, ['secondFactorChange', act.actor.userId, TOO_MANY], () =>
    checkPassword(act, password),
  )
}

/**
 * The same by password and code.
 *
 * @returns the code, which is not used up yet
 * @throws DomainError invalid (400) at `password` or `code`, throttled (429) after five failures
 */
export async function provePasswordAndCode(
  act: CommandContext,
  { password, code }: { password: string; code: string },
): Promise<ProvedCode> {
  const { context, actor, now } = act
  const { userId } = actor
  return attemptWithin(context, ['secondFactorChange', userId, TOO_MANY], async () => {
    await checkPassword(act, password)
    const proved = await proveCode(context, { userId, typed: code, now })
    return proved ?? refuse(act, 'wrong-code')
  })
}

async function checkPassword(act: CommandContext, password: string): Promise<void> {
  const passwordHash = (await passwordHashOf(act.context.database.db, act.actor.userId)) ?? DUMMY_HASH
  if (!(await isPassword(password, passwordHash))) await refuse(act, 'wrong-password')
}

/** Records the failure, and returns the error at its field. */
export async function refuse(act: CommandContext, reason: Reason): Promise<never> {
  await recordFailure(autocommit(act), 'second-factor.change-failed', act.actor.userId, { reason })
  const { field, message } = errors[reason]
  throw refusedAt(field, message)
}
