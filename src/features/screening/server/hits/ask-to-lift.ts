import { and, eq, gt, isNull } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { askApproval } from '#features/approvals/server/decide-approval.ts'
import { approvals } from '#features/approvals/schema.ts'
import { lockAsStaff } from '#features/due-diligence/server/write-task.ts'
import { requireLiftable } from '#features/screening/server/lift-match.ts'
import { lockStaffSubject } from '#features/screening/server/staff-subject.ts'
import type { HitRow } from '#features/screening/server/store-hits.ts'
import { hits } from '#features/screening/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

type Lift = ParsedInput<'PUT /api/admin/hits/{id}/lift'>['body']

/**
 * Asks a second person to lift a confirmed match, which counts until then.
 *
 * @throws DomainError not-found; incomplete (422) for a delisting without its day and reference; conflict (409):
 * `changed` for what is no match or was asked by someone else, `not-possible` where the records contradict the reason
 */
export async function askToLift(act: CommandContext, id: string, lift: Lift): Promise<void> {
  await inTransaction(act, async (work) => {
    const hit = await lockHit(work, id)
    if (hit.state !== 'match') throw changed('This is not a confirmed match.')
    if (await isAsked(work, id)) return
    const words = wordsOf(lift)
    await requireLiftable(work, hit, lift.reason)
    const { applicationId, subjectId } = hit
    await askApproval(work, {
      kind: 'match-lifted',
      object: id,
      applicationId,
      subjectId,
      words,
      lift: lift.reason,
    })
  })
}

/** Whom a hit is about is locked first, as decisions do. */
async function lockHit(work: TransactionContext, id: string): Promise<HitRow> {
  const { tx } = work
  const [found] = await tx.select().from(hits).where(eq(hits.id, id))
  if (found === undefined) throw notFound()
  if (found.applicationId === null) await lockStaffSubject(work, found.subjectId)
  else await lockAsStaff(work, found.applicationId, 'compliance.work')
  const [hit] = await tx.select().from(hits).where(eq(hits.id, id)).for('update')
  if (hit === undefined) throw notFound()
  return hit
}

/** Whether the actor has an open request. @throws DomainError changed (409) where someone else has one */
async function isAsked({ tx, actor, now }: TransactionContext, id: string): Promise<boolean> {
  const [open] = await tx
    .select({ askedBy: approvals.askedBy })
    .from(approvals)
    .where(
      and(
        eq(approvals.kind, 'match-lifted'),
        eq(approvals.object, id),
        isNull(approvals.decision),
        gt(approvals.lapsesAt, now),
      ),
    )
  if (open === undefined) return false
  if (open.askedBy !== actor.userId) throw changed('Someone has asked to lift this match already.')
  return true
}

function changed(message: string): DomainError {
  return new DomainError('conflict', message, { code: 'changed' })
}

/** @throws DomainError incomplete (422) */
function wordsOf({ reason, delistedOn, reference, words }: Lift): string {
  if (reason !== 'delisted') return words
  const errors = [
    ...(delistedOn === undefined ? [{ path: 'delistedOn', message: 'Please enter the day' }] : []),
    ...(reference === undefined ? [{ path: 'reference', message: 'Please enter the reference' }] : []),
  ]
  if (delistedOn === undefined || reference === undefined)
    throw new DomainError('incomplete', 'Please say when the entry was removed, and the reference.', {
      code: 'incomplete',
      errors,
    })
  return `Delisted on ${formatDay(delistedOn)}, ${reference}. ${words}`
}
