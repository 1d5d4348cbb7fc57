import { eq } from 'drizzle-orm'
import type { ApprovalDecision, ApprovalKind } from '#features/approvals/rules/approvals.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import { record } from '#features/audit/server/record.ts'
import type { approvals } from '#features/approvals/schema.ts'
import { dropGranted } from './drop-name.ts'
import { liftMatch } from './lift-match.ts'
import { notifyOfMatch } from './notify-of-hits.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/** Whether a hit is still what a request is about: not once a fact has changed, or a match is lifted. */
export async function isHitWaiting(tx: Transaction, id: string, kind: ApprovalKind): Promise<boolean> {
  const [hit] = await tx.select({ state: hits.state }).from(hits).where(eq(hits.id, id)).for('update')
  return hit?.state === (kind === 'match-lifted' ? 'match' : 'waiting')
}

/** What follows from a second person's decision about a hit, the end of a match, or a former spelling. */
export async function settleScreening(
  work: TransactionContext,
  request: typeof approvals.$inferSelect,
  decision: ApprovalDecision,
): Promise<void> {
  const { kind, object, applicationId, subjectId } = request
  if (kind === 'hit-strong' || kind === 'hit-match') await confirmHit(work, object, decision)
  if (decision !== 'granted') return
  if (kind === 'match-lifted') await liftMatch(work, request)
  if (kind !== 'name-dropped') return
  const staff = subjectId === null ? null : await staffOf(work.tx, subjectId)
  await dropGranted(work, applicationId === null ? { userId: staff ?? '' } : { applicationId }, object)
}

/** What a second person decided about a proposed verdict: it is final, or the hit is open again. */
async function confirmHit(work: TransactionContext, id: string, decision: ApprovalDecision): Promise<void> {
  const { tx, actor } = work
  const [hit] = await tx.select().from(hits).where(eq(hits.id, id)).for('update')
  if (hit === undefined || hit.verdict === null) return
  const state = decision === 'granted' ? hit.verdict : 'open'
  await tx.update(hits).set({ state, waitsUntil: null, secondBy: actor.userId }).where(eq(hits.id, id))
  if (state === 'match' && hit.source === 'UN') await notifyOfMatch(work, hit.subjectId)
  await record(work, 'hit.decided', id, { source: hit.source, verdict: hit.verdict, state })
}

/** The account of a subject who is staff; null for others. */
export async function staffOf(tx: Transaction, subjectId: string): Promise<string | null> {
  const [subject] = await tx
    .select({ userId: screeningSubjects.userId })
    .from(screeningSubjects)
    .where(eq(screeningSubjects.id, subjectId))
  return subject?.userId ?? null
}
