import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { asc, inArray, eq } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { lapsesAt } from '#features/approvals/rules/approvals.ts'
import { needsSecondPerson } from '#features/screening/rules/hits.ts'
import { askApproval } from '#features/approvals/server/decide-approval.ts'
import { lockAsStaff } from '#features/due-diligence/server/write-task.ts'
import { lockStaffSubject } from '#features/screening/server/staff-subject.ts'
import { versionOf, type HitRow } from '#features/screening/server/store-hits.ts'
import { hits } from '#features/screening/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

type Verdict = ParsedInput<'PUT /api/admin/hits/verdict'>['body']

/**
 * Decides on hits of one person. A strong hit, and every match, waits for a second person.
 *
 * @throws DomainError not-found; incomplete (422) without a reason; conflict (409): `changed` where one was decided
 * or has changed meanwhile, `second-person` for the own account as a client; the own one as staff looks missing
 */
export async function decideHits(act: CommandContext, verdict: Verdict): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx } = work
    const [first] = await tx.select().from(hits).where(inArray(hits.id, verdict.ids)).limit(1)
    if (first === undefined) throw notFound()
    if (first.applicationId === null) await lockStaffSubject(work, first.subjectId)
    else await lockAsStaff(work, first.applicationId, 'compliance.work')
    const rows = await tx
      .select()
      .from(hits)
      .where(inArray(hits.id, verdict.ids))
      .orderBy(asc(hits.id))
      .for('update')
    if (rows.length > 0 && rows.every((row) => isSame(row, verdict, work.actor.userId))) return
    requireDecidable(rows, verdict, work.now)
    for (const [index, row] of rows.entries()) await decide(work, row, verdict, { notify: index === 0 })
  })
}

/** A repeated request. */
function isSame(row: HitRow, { verdict, reason }: Verdict, actor: string): boolean {
  return (
    row.verdict === verdict &&
    row.reason === (reason ?? null) &&
    row.decidedBy === actor &&
    row.state !== 'open'
  )
}

function requireDecidable(rows: readonly HitRow[], verdict: Verdict, now: Date): void {
  const { ids, verdict: name, reason, versions } = verdict
  if (rows.length < new Set(ids).size) throw notFound()
  if (new Set(rows.map(({ subjectId }) => subjectId)).size > 1) {
    throw new DomainError('invalid', 'Please decide on the possible matches of one person at a time.')
  }
  if (name === 'no-match' && reason === undefined) {
    const message = 'Please choose why it is another person'
    throw new DomainError('incomplete', message, {
      code: 'incomplete',
      errors: [{ path: 'reason', message }],
    })
  }
  const isOpen = ({ state, waitsUntil }: HitRow) =>
    state === 'open' || (state === 'waiting' && waitsUntil !== null && waitsUntil <= now)
  if (versions !== undefined && rows.some((row) => !versions.includes(versionOf(row)))) {
    const message =
      'The list or the client has changed since you opened this possible match. Please look at it again.'
    throw new DomainError('conflict', message, { code: 'changed' })
  }
  if (rows.every(isOpen)) return
  throw new DomainError('conflict', 'Someone has decided on this possible match already.', {
    code: 'changed',
  })
}

async function decide(
  work: TransactionContext,
  { id, source, strong, applicationId, subjectId }: HitRow,
  { verdict, reason, words }: Verdict,
  { notify }: { notify: boolean },
): Promise<void> {
  const { tx, context, actor, now } = work
  const second = needsSecondPerson(verdict, { strong })
  const state = second ? 'waiting' : verdict
  await tx
    .update(hits)
    .set({
      state,
      verdict,
      reason: reason ?? null,
      words: encryptJson(context.keyring, hits.words, id, words),
      decidedBy: actor.userId,
      decidedAt: now,
      secondBy: null,
      waitsUntil: second ? lapsesAt(now) : null,
    })
    .where(eq(hits.id, id))
  await record(work, 'hit.decided', id, { source, verdict, state })
  if (!second) return
  const kind = verdict === 'match' ? 'hit-match' : 'hit-strong'
  await askApproval(work, { kind, object: id, applicationId, subjectId, words, notify })
}
