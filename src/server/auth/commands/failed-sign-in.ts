import type { AuditDetails } from '#domain/audit/events.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import { limits } from '#server/throttling/limits.ts'
import { countFailure } from '#server/throttling/suspicious-addresses.ts'
import type { Account } from '../queries.ts'

export type FailureReason = AuditDetails['session.sign-in-failed']['reason']

/** What is read by whose address is blocked. */
export const ADDRESS_BLOCKED = 'There were too many failed sign-ins from your network.'

/** A sign-in that came to nothing. */
interface FailedSignIn {
  username: string
  /** Whose it would have been; null for nobody's. */
  account: Pick<Account, 'id' | 'deactivatedAt'> | null
  reason: FailureReason
  ip: string | null
  now: Date
}

/** Records a failed sign-in, and counts it against its address. */
export async function noteFailedSignIn(
  context: Context,
  { username, account, reason, ip, now }: FailedSignIn,
): Promise<void> {
  const facts = { actor: null, ip, at: now, success: false } as const
  await appendAudit(context.database.db, {
    ...facts,
    action: 'session.sign-in-failed',
    details: { username, reason: reasonFor(account, reason) },
    objectId: account?.id ?? null,
  })
  if (!(await countFailure(context, ip))) return
  await appendAudit(context.database.db, {
    ...facts,
    action: 'address.became-suspicious',
    details: { failures: limits.addressFailures.points },
    objectId: null,
  })
}

function reasonFor(account: FailedSignIn['account'], reason: FailureReason): FailureReason {
  if (reason !== 'wrong-password') return reason
  if (account === null) return 'unknown-user'
  return account.deactivatedAt === null ? reason : 'deactivated'
}
