import type { Transaction } from '#base/server/db/database.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { askApproval } from '#features/approvals/server/decide-approval.ts'
import { canAskException } from '#features/due-diligence/rules/gate.ts'
import { requireOpen } from '#features/access/server/require-open.ts'
import { gateOf } from './gate.ts'
import { lockAsStaff } from './write-task.ts'

/**
 * Asks a senior manager to allow onboarding with open tasks.
 *
 * @param answer builds the response from the request's id, in the same transaction
 * @throws DomainError as `requireOpen`; conflict (409) where an exception would change nothing
 */
export async function askForOverride<Answer>(
  act: CommandContext,
  applicationId: string,
  words: string,
  answer: (tx: Transaction, id: string) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { found } = await lockAsStaff(work, applicationId, 'approval.ask')
    await requireOpen(work, [applicationId], 'served')
    const { missing } = await gateOf({ ...work.context, database: { db: work.tx } }, found, work.now)
    if (!canAskException(missing, found.exposure)) {
      throw new DomainError('conflict', 'Nothing is missing that an exception covers.')
    }
    const id = await askApproval(work, { kind: 'gate', object: applicationId, applicationId, words })
    return answer(work.tx, id)
  })
}
