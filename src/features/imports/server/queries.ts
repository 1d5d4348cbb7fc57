import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { ImportDetail, ImportFigures, ImportProgress, ImportRow } from '#features/imports/api/imports.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { Verdict } from '#features/imports/rules/problems.ts'
import { readClient } from '#features/imports/rules/read-client.ts'
import { RETAINED, UNDO_MS, type RowOutcome } from '#features/imports/rules/states.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { importRows, imports, invitationPlans } from '#features/imports/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'
import { decryptContent, isOfClients, type Groups, type ImportContent, type ImportRecord } from './content.ts'
import { managersIn } from './duplicates.ts'
import { firstLook } from './first-look.ts'
import { awaitsInvitation } from './awaits-invitation.ts'
import { decryptRow } from './rows.ts'

interface Reading extends Pick<Context, 'keyring'> {
  db: Queries
  now: Date
}

const MAX_LISTED = 100
const PAGE = 100

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
}

const rowCounts = sql<RowCount[]>`(
  select coalesce(json_agg(counted), '[]') from (
    select r.verdict, r.outcome, r.retained, count(*)::int as rows from ${importRows} r
    where r.import_id = ${imports.id} and r.row > ${imports.headerRow}
    group by r.verdict, r.outcome, r.retained) counted)`

function selectImports(db: Queries) {
  return db
    .select({
      found: imports,
      createdByName: sql<string>`coalesce(${users.fullName}, ${users.username})`,
      plan: invitationPlans,
      counts: rowCounts,
    })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.actorId))
    .leftJoin(invitationPlans, eq(invitationPlans.importId, imports.id))
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectImports>>[number]

/**
 * An import with its columns and figures.
 *
 * @throws DomainError not-found
 */
export async function importDetail(reading: Reading, id: string): Promise<ImportDetail> {
  const [row] = await selectImports(reading.db).where(and(eq(imports.id, id), isOfClients))
  if (row === undefined) throw notFound()
  const { reading: how, columns, mapping, groups } = decryptContent(reading.keyring, row.found)
  return {
    ...progressOf(reading, row),
    notInvited: row.found.state === 'done' ? await countNotInvited(reading.db, id) : 0,
    reading: how,
    columns,
    mapping,
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

function countNotInvited(db: Queries, importId: string): Promise<number> {
  return db.$count(importRows, awaitsInvitation(importId))
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

/**
 * Rows of an import in the order of the file, 100 at a time.
 *
 * @throws DomainError not-found
 */
export async function listRows(
  { db, keyring, now }: Reading,
  id: string,
  { verdict, retained, after }: ParsedInput<'GET /api/admin/imports/{id}/rows'>['query'],
): Promise<ImportRow[]> {
  const found = await findImport(db, id)
  const { mapping } = decryptContent(keyring, found)
  const rows = await db
    .select({ found: importRows, applicationId: applications.id })
    .from(importRows)
    .leftJoin(applications, eq(applications.userId, importRows.userId))
    .where(
      and(
        eq(importRows.importId, id),
        gt(importRows.row, Math.max(found.headerRow, after ?? 0)),
        verdict && eq(importRows.verdict, verdict),
        retained && isNotNull(importRows.retained),
      ),
    )
    .orderBy(asc(importRows.row))
    .limit(PAGE)
  return rows.map(({ found: row, applicationId }) => {
    const decrypted = decryptRow(keyring, row)
    const person = mapping === null ? null : readClient(decrypted, mapping, now)
    return {
      row: row.row,
      hidden: decrypted.hidden === true,
      name: person?.fullName ?? null,
      email: person?.username ?? null,
      verdict: row.verdict,
      problems: row.problems,
      existingId: row.existingId,
      forced: row.reason !== null,
      outcome: row.outcome,
      retained: row.retained === null ? null : RETAINED,
      applicationId,
    }
  })
}
