import { record } from '#features/audit/server/record.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'

type Change = 'enrolled' | 'removed' | 'removed-beside-passkey' | 'reset' | 'recovery-codes-renewed'

/** Records a change of the second factor and notifies its owner by mail, in case it was made by another person. */
export async function recordChange(
  work: TransactionContext,
  { change, owner }: { change: Change; owner: { id: string; username: string; fullName: string | null } },
): Promise<void> {
  if (change === 'removed-beside-passkey')
    await record(work, 'second-factor.removed', owner.id, { stillOn: true })
  else await record(work, `second-factor.${change}`, owner.id, {})
  await queueMail(work, {
    template: 'second-factor-changed',
    recipient: owner.username,
    data: { fullName: owner.fullName, change, at: work.now },
  })
}
