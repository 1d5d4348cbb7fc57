import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { UncheckedApplication } from '#features/review/api/bulk-acts.ts'
import { actionTo } from '#features/access/rules/lifecycle/transitions.ts'
import { shutOf } from '#features/access/server/require-open.ts'
import { gateLevelOf } from '#features/access/rules/gate-levels.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { uncheckedOf, type Unchecked } from '#features/review/server/checks/unchecked.ts'
import type { DomainError } from '#base/server/domain-error.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { selectedIds } from './matching.ts'

type Wanted = ParsedInput<'POST /api/admin/open-checks'>['body']

/** So many applications are decrypted before other requests get a turn. */
const ROWS_AT_ONCE = 50

const NOTHING_LEFT: Unchecked = { unopenedDocuments: 0, openChecks: [], toCorrect: [] }

/**
 * What is unchecked in the selected applications that the actor can move to a status; others are left out.
 *
 * @throws DomainError as `selectedIds`
 */
export async function listUnchecked(act: CommandContext, wanted: Wanted): Promise<UncheckedApplication[]> {
  const { context, actor } = act
  const { db } = context.database
  const ids = await selectedIds(act, wanted)
  const level = gateLevelOf[wanted.status]
  const work = { tx: db, actor, context, now: act.now }
  const found: UncheckedApplication[] = []
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const rows = await db
      .select({
        id: applications.id,
        status: applications.status,
        answers: applications.answers,
        name: sql<string>`coalesce(${applicationSummaries.fullName}, ${applicationSummaries.emailAddress})`,
      })
      .from(applications)
      .innerJoin(applicationSummaries, eq(applicationSummaries.applicationId, applications.id))
      .where(
        and(
          inArray(applications.id, ids.slice(start, start + ROWS_AT_ONCE)),
          inScope(actor, 'application.change-status'),
        ),
      )
      .orderBy(applicationSummaries.nameKey, applications.id)
    const possible = rows.filter(({ status }) => actionTo(actor.role, status, wanted.status) !== undefined)
    const unchecked = await uncheckedOf(context, actor, possible)
    const shut =
      level === undefined
        ? null
        : await shutOf(
            work,
            possible.map(({ id }) => id),
            level,
          )
    for (const { id, name } of possible) {
      const notReady = reasonsOf(shut?.get(id))
      const left = unchecked.get(id)
      if (left === undefined && notReady.length === 0) continue
      found.push({ applicationId: id, name, ...(left ?? NOTHING_LEFT), notReady })
    }
  }
  return found
}

/** Each of what is missing, for those who may know; else the sentence that is the same for every reason. */
function reasonsOf(shut: DomainError | undefined): string[] {
  if (shut === undefined) return []
  return shut.current?.missing?.map(({ text }) => text) ?? [shut.message]
}
