import { and, count, eq, inArray, isNotNull, max, ne, notInArray, or, sql } from 'drizzle-orm'
import { statusesWith } from '#features/access/rules/lifecycle/statuses.ts'
import { applications } from '#features/access/schema/tables.ts'
import { importedApplications } from '#features/imports/schema.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import type { Queries } from '#base/server/db/database.ts'

/** The condition that an application's people are compared with lists: from submission, or imported past its draft. */
export const isScreened = and(
  or(ne(applications.status, 'draft'), isNotNull(applications.submittedAt)),
  notInArray(applications.status, statusesWith('declined')),
)

export interface ComparedClients {
  /** Clients who have to be compared. */
  due: number
  compared: number
}

/** How many of all clients were compared with a list in use: the list's changes, or each client after them. */
export async function comparedWith(
  db: Queries,
  { inForceAt, screenedAt }: { inForceAt: Date | null; screenedAt: Date | null },
): Promise<ComparedClients & { lastAt: string | null }> {
  const isCompared =
    screenedAt === null
      ? sql`${screeningSubjects.screenedAt} >= ${inForceAt?.toISOString() ?? null}::timestamptz`
      : isNotNull(screeningSubjects.screenedAt)
  const [found] = await db
    .select({
      due: count(),
      compared: sql<number>`(count(*) filter (where ${isCompared}))::int`,
      at: max(screeningSubjects.screenedAt),
    })
    .from(applications)
    .leftJoin(screeningSubjects, isClientOf)
    .where(isScreened)
  const { due, compared, at } = found ?? { due: 0, compared: 0, at: null }
  // A new edition compares its changes with all stored people, in no run of their own.
  const last = Math.max(at?.getTime() ?? 0, screenedAt?.getTime() ?? 0)
  return { due, compared, lastAt: last === 0 ? null : new Date(last).toISOString() }
}

/** How far the comparison of imported clients is, of one import or of all, and how many have possible matches. */
export async function comparedImports(
  db: Queries,
  importId: string | undefined,
): Promise<ComparedClients & { matched: number }> {
  const isMatched = sql`exists (select from ${hits} where ${hits.applicationId} = ${applications.id}
    and ${inArray(hits.state, ['open', 'waiting', 'match'])})`
  const [found] = await db
    .select({
      due: count(),
      compared: count(screeningSubjects.screenedAt),
      matched: sql<number>`(count(*) filter (where ${isMatched}))::int`,
    })
    .from(importedApplications)
    .innerJoin(applications, eq(applications.id, importedApplications.applicationId))
    .leftJoin(screeningSubjects, isClientOf)
    .where(and(isScreened, importId === undefined ? undefined : eq(importedApplications.importId, importId)))
  return found ?? { due: 0, compared: 0, matched: 0 }
}

const isClientOf = and(
  eq(screeningSubjects.applicationId, applications.id),
  eq(screeningSubjects.role, 'client'),
)
