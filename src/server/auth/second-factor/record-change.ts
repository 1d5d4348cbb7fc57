import type { Acting } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/mail/outbox.ts'

type Change = 'enrolled' | 'removed' | 'reset' | 'recovery-codes-renewed'

/** Records a change of somebody's second factor, and tells them by mail: it may not have been they who made it. */
export async function recordChange(
  tx: Transaction,
  context: Context,
  { actor, origin, now }: Acting,
  { change, owner }: { change: Change; owner: { id: string; username: string; fullName: string | null } },
): Promise<void> {
  await appendAudit(tx, {
    action: `second-factor.${change}`,
    details: {},
    actor,
    objectId: owner.id,
    ip: origin.ip,
    at: now,
  })
  await queueMail(tx, context, {
    template: 'second-factor-changed',
    recipient: owner.username,
    data: { fullName: owner.fullName, change, at: now },
    now,
  })
}
