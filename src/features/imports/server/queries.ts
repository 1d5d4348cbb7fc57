import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { ReviewMonths } from '#features/applications/rules/annual-reviews.ts'
import type { ImportDetail, ImportFigures, ImportProgress } from '#features/imports/api/import-shapes.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import type { Verdict } from '#features/imports/rules/problems.ts'
import { RETAINED, UNDO_MS, type RowOutcome } from '#features/imports/rules/states.ts'
import type { Settings } from '#base/server/config/settings.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { importRows, imports, invitationPlans } from '#features/imports/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import { notFound } from '#base/server/domain-error.ts'
import { decryptContent, isOfClients, type Groups, type ImportContent, type ImportRecord } from './content.ts'
import { managersIn } from './duplicates.ts'
import { firstLook } from './first-look.ts'
import { awaitsInvitation } from './awaits-invitation.ts'
import { causesOf } from './causes.ts'
import { preparerOf } from './preparer.ts'
import { isPlanned, nextPlanned } from './planned-clients.ts'
import { reviewsOf } from './due-reviews.ts'

export interface Reading extends Pick<Context, 'keyring'> {
  db: Queries
  now: Date
}

const MAX_LISTED = 100

/** The latest imports of the firm. */
export async function listImports(reading: Reading): Promise<ImportProgress[]> {
  const rows = await selectImports(reading.db)
    .where(isOfClients)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(MAX_LISTED)
  return rows.map((row) => progressOf(reading, row))
}

/** How many rows of an import have a verdict, outcome and reason to stay. */
interface RowCount {
  verdict: Verdict | null
  outcome: RowOutcome | null
  retained: string | null
  rows: number
  /** The last of them. */
  last: number
}

const rowCounts = sql<RowCount[]>`(
  select coalesce(json_agg(counted), '[]') from (
    select r.verdict, r.outcome, r.retained, count(*)::int as rows, max(r.row) as last from ${importRows} r
    where r.import_id = ${imports.id} and r.row > ${imports.headerRow}
    group by r.verdict, r.outcome, r.retained) counted)`

function selectImports(db: Queries) {
  return db
    .select({
      found: imports,
      createdByName: nameOfUser<string>(imports.actorId),
      plan: invitationPlans,
      counts: rowCounts,
    })
    .from(imports)
    .leftJoin(invitationPlans, eq(invitationPlans.importId, imports.id))
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectImports>>[number]

/**
 * An import with its columns and figures.
 *
 * @throws DomainError not-found
 */
export async function importDetail(
  reading: Reading & { months: ReviewMonths; settings: Settings },
  id: string,
): Promise<ImportDetail> {
  const [row] = await selectImports(reading.db).where(and(eq(imports.id, id), isOfClients))
  if (row === undefined) throw notFound()
  const { reading: how, columns, mapping, groups } = decryptContent(reading.keyring, row.found)
  const progress = progressOf(reading, row)
  const isDone = row.found.state === 'done'
  const isPlanning = isDone && row.plan !== null && row.plan.endedAt === null
  return {
    ...progress,
    causes: await causesOf(reading.db, row.found),
    emptyRows: Math.max(0, ...row.counts.map(({ last }) => last - row.found.headerRow - progress.total)),
    ...(isDone ? await reviewsOf(reading, id) : { reviewsDue: 0, reviewsSpread: null }),
    notInvited: isDone ? await reading.db.$count(importRows, awaitsInvitation(id)) : 0,
    planned: await plannedBy(reading.db, isPlanning ? row.plan : null),
    reading: how,
    columns,
    mapping,
    preparedBy: preparerOf(reading, row.found),
    ...(await firstLook(reading, row.found, columns)),
    ...(await groupsOf(reading.db, groups)),
  }
}

function progressOf({ keyring, now }: Reading, row: Selected): ImportProgress {
  const { found, createdByName, plan, counts } = row
  const { id, state, createdAt, startedAt, endedAt, undoneAt } = found
  const { fileName }: ImportContent = decryptContent(keyring, found)
  const figures: ImportFigures = { create: 0, warning: 0, skip: 0, error: 0 }
  const outcomes: Partial<Record<RowOutcome, number>> = {}
  const retained: ImportProgress['retained'] = {}
  let total = 0
  for (const { verdict, outcome, retained: why, rows } of counts) {
    total += rows
    if (verdict !== null) figures[verdict] += rows
    if (outcome !== null) outcomes[outcome] = (outcomes[outcome] ?? 0) + rows
    if (why !== null) retained[RETAINED] = (retained[RETAINED] ?? 0) + rows
  }
  const undoUntil = state === 'done' && endedAt !== null ? new Date(endedAt.getTime() + UNDO_MS) : null
  return {
    id,
    kind: 'clients',
    fileName,
    state,
    createdByName,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
    undoUntil: undoUntil !== null && undoUntil > now ? undoUntil.toISOString() : null,
    total,
    figures,
    outcomes,
    retained,
    plan: plan && {
      perBatch: plan.perBatch,
      batchesPerDay: plan.batchesPerDay,
      nextAt: plan.nextAt.toISOString(),
      endedAt: plan.endedAt?.toISOString() ?? null,
    },
  }
}

const NAMED = 5

/** Whom a plan still invites. */
async function plannedBy(
  db: Queries,
  plan: typeof invitationPlans.$inferSelect | null,
): Promise<ImportDetail['planned']> {
  if (plan === null) return { clients: 0, names: [] }
  const planned = isPlanned(plan)
  const next = await nextPlanned(db, planned, NAMED)
  const named = await db
    .select({ id: users.id, fullName: users.fullName, username: users.username })
    .from(users)
    .where(inArray(users.id, next))
  const names = next.flatMap((id) => named.filter((each) => each.id === id).map(accountName))
  return { clients: await db.$count(importRows, planned), names }
}

/** The clients to be created by status and manager, with names. */
async function groupsOf(db: Queries, { byStatus, byManager }: Groups) {
  const managers = await managersIn(
    db,
    byManager.flatMap(([id]) => id ?? []),
  )
  const nameOf = new Map(
    managers.map(({ id, fullName, username }) => [id, accountName({ fullName, username })]),
  )
  return {
    byStatus: byStatus.map(([status, rows]) => ({ label: statuses[status], rows })),
    byManager: byManager.map(([id, rows]) => ({
      label: id === null ? 'Unassigned' : (nameOf.get(id) ?? 'No longer active'),
      rows,
    })),
  }
}

/** @throws DomainError not-found */
export async function findImport(db: Queries, id: string): Promise<ImportRecord> {
  const [found] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), isOfClients))
  if (found === undefined) throw notFound()
  return found
}
