import type { AuditDetails } from '#features/audit/rules/events.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { recordFailure } from '#features/audit/server/record.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { countFailure } from '#features/sign-in/server/suspicious-addresses.ts'
import { autocommit, anonymousContext, type CommandContext } from '#features/access/server/command-context.ts'
import type { Account } from '../queries.ts'

export type FailureReason = AuditDetails['session.sign-in-failed']['reason']

/** Shown to users of a blocked address. */
export const ADDRESS_BLOCKED = 'Too many failed sign-ins from your network.'

/** A failed sign-in. */
interface FailedSignIn {
  username: string
  /** The account that was tried; null where there is none. */
  account: Pick<Account, 'id' | 'deactivatedAt'> | null
  reason: FailureReason
}

/** Records a failed sign-in and counts it against its address. */
export async function noteFailedSignIn(
  act: CommandContext<Doer | null>,
  { username, account, reason }: FailedSignIn,
): Promise<void> {
  const work = autocommit(anonymousContext(act))
  const details = { username, reason: reasonFor(account, reason) }
  await recordFailure(work, 'session.sign-in-failed', account?.id ?? null, details)
  if (!(await countFailure(act.context, act.origin.ip))) return
  const { points: failures } = limits.addressFailures
  await recordFailure(work, 'address.became-suspicious', null, { failures })
}

function reasonFor(account: FailedSignIn['account'], reason: FailureReason): FailureReason {
  if (reason !== 'wrong-password') return reason
  if (account === null) return 'unknown-user'
  return account.deactivatedAt === null ? reason : 'deactivated'
}
