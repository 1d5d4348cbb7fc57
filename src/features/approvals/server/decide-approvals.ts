import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { AnswerOf, ParsedInput } from '#base/rules/api/contract.ts'
import { isAboutHit } from '#features/approvals/rules/approvals.ts'
import { isNotAbout } from '#features/screening/server/staff-subject.ts'
import { approvals } from '#features/approvals/schema.ts'
import { hits } from '#features/screening/schema.ts'
import { DomainError, notFound, type DomainErrorKind } from '#base/server/domain-error.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { decideApproval } from './decide-approval.ts'

type Decisions = ParsedInput<'PUT /api/admin/approvals'>['body']
type Result = AnswerOf<'PUT /api/admin/approvals'>[number]

/** Errors about one request, which do not end the others. */
const ofOne: ReadonlySet<DomainErrorKind> = new Set(['conflict', 'not-found', 'incomplete'])

/**
 * Decides on several requests about hits of one person, as second person: each in a transaction of its own, by the
 * rules of {@link decideApproval}.
 *
 * @returns the result for each, in the given order
 * @throws DomainError not-found; invalid (400) for other requests, and for more than one person
 */
export async function decideApprovals(
  act: CommandContext,
  { ids, decision, words }: Decisions,
): Promise<Result[]> {
  await requireHitsOfOne(act, ids)
  const results: Result[] = []
  for (const id of new Set(ids)) {
    try {
      await decideApproval(act, id, { decision, words })
      results.push({ id, decided: true, code: null, detail: null })
    } catch (error) {
      if (!(error instanceof DomainError) || !ofOne.has(error.kind)) throw error
      results.push({ id, decided: false, code: error.code ?? null, detail: error.message })
    }
  }
  return results
}

async function requireHitsOfOne({ context, actor }: CommandContext, ids: readonly string[]): Promise<void> {
  const rows = await context.database.db
    .select({ kind: approvals.kind, subjectId: hits.subjectId })
    .from(approvals)
    .leftJoin(hits, eq(hits.id, approvals.object))
    .where(and(inArray(approvals.id, [...ids]), or(isNull(hits.id), isNotAbout(actor, hits.subjectId))))
  if (rows.length === 0) throw notFound()
  if (
    rows.every(({ kind }) => isAboutHit(kind)) &&
    new Set(rows.map(({ subjectId }) => subjectId)).size === 1
  )
    return
  throw new DomainError('invalid', 'Please decide on the possible matches of one person at a time.')
}
