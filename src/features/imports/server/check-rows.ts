import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { mappingProblem, type Mapping } from '#features/imports/rules/mapping.ts'
import { verdictOf, worstFirst } from '#features/imports/rules/problems.ts'
import { textOf, type Cell, type TableRow } from '#base/rules/tables/cells.ts'
import { readClient } from '#features/imports/rules/read-client.ts'
import { record } from '#features/audit/server/record.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { decryptContent, encryptContent, type Groups, type ImportRecord } from './content.ts'
import { encryptRow, lockImport, requireNotStarted } from './create-import.ts'
import { existingFor, managersIn, repeatedIn, type Candidate, type Duplicate } from './duplicates.ts'
import { decryptRow } from './rows.ts'

const ROWS_AT_ONCE = 500

/**
 * Matches the columns of an import, and finds out what happens to each row. Nothing is created.
 *
 * @throws DomainError not-found; conflict (409) once it has started; invalid (400) for a mapping that lacks a field
 */
export async function checkRows(act: CommandContext, id: string, mapping: Mapping): Promise<void> {
  await inTransaction(act, async (work) => {
    const found = await lockImport(work.tx, id)
    requireNotStarted(found)
    const problem = mappingProblem(mapping)
    if (problem !== null) throw invalidMapping('columns', problem)
    await requireManagers(work, mapping)
    await judgeRows(work, found, mapping)
    const fields = mapping.columns.filter((field) => field !== null)
    await record(work, 'import.mapped', null, { importId: id, fields })
  })
}

/**
 * Corrects a cell of an import before it starts, and checks the rows again: others may have repeated this one.
 *
 * @param before the text that the caller saw
 * @throws DomainError not-found; conflict (409) once it has started, before its columns are matched, and (`changed`)
 * where the cell is another one by now
 */
export async function correctCell(
  act: CommandContext,
  { id, row, column }: { id: string; row: number; column: number },
  { value, before }: { value: string; before: string },
): Promise<void> {
  const { keyring } = act.context
  await inTransaction(act, async (work) => {
    const { tx } = work
    const found = await lockImport(tx, id)
    requireNotStarted(found)
    const { mapping, columns } = decryptContent(keyring, found)
    const which = and(
      eq(importRows.importId, id),
      eq(importRows.row, row),
      gt(importRows.row, found.headerRow),
    )
    const [stored] = await tx.select().from(importRows).where(which)
    if (stored === undefined || column >= columns.length) throw notFound()
    const { cells, hidden } = decryptRow(keyring, stored)
    const current = cells[column]
    if (mapping === null || (current ? textOf(current) : '') !== before) {
      throw new DomainError('conflict', 'This row was changed meanwhile. Please look at it again.', {
        code: 'changed',
      })
    }
    const corrected = Array.from({ length: Math.max(cells.length, column + 1) }, (_, index) =>
      index === column ? correctedCell(value) : (cells[index] ?? null),
    )
    const text = encryptRow(keyring, id, { number: row, cells: corrected, ...(hidden && { hidden }) })
    await tx.update(importRows).set({ cells: text }).where(which)
    await judgeRows(work, found, mapping, { onlyChanged: true })
    await record(work, 'import.cell-corrected', null, {
      importId: id,
      row,
      field: mapping.columns[column] ?? null,
    })
  })
}

function correctedCell(value: string): Cell | null {
  const text = value.trim()
  return text === '' ? null : { kind: 'text', text }
}

/** Finds out what happens to each row. With `onlyChanged`, rows that were accepted with a reason stay so. */
async function judgeRows(
  work: TransactionContext,
  found: ImportRecord,
  mapping: Mapping,
  { onlyChanged = false }: { onlyChanged?: boolean } = {},
): Promise<void> {
  const { tx, context } = work
  const { id } = found
  const { judged, groups } = await judgeClients(work, found, mapping)
  for (let start = 0; start < judged.length; start += ROWS_AT_ONCE) {
    await storeVerdicts(work, id, judged.slice(start, start + ROWS_AT_ONCE), onlyChanged)
  }
  const content = decryptContent(context.keyring, found)
  await tx
    .update(imports)
    .set({
      state: 'checked',
      actorId: work.actor.userId,
      content: encryptContent(context.keyring, id, { ...content, mapping, groups }),
    })
    .where(eq(imports.id, id))
}

function invalidMapping(path: string, message: string): DomainError {
  return new DomainError('invalid', message, { errors: [{ path, message }] })
}

async function requireManagers({ tx }: TransactionContext, mapping: Mapping): Promise<void> {
  const chosen = [mapping.defaultManagerId, ...mapping.managers.map(({ managerId }) => managerId)]
  const ids = [...new Set(chosen.filter((managerId) => managerId !== null))]
  const found = await managersIn(tx, ids)
  if (found.length < ids.length) {
    throw invalidMapping('managers', 'Please choose active wealth managers with a name.')
  }
}

/** What happens to each row, and how many clients each status and manager gets. */
interface Judgement {
  judged: Judged[]
  groups: Groups
}

async function judgeClients(
  work: TransactionContext,
  found: ImportRecord,
  mapping: Mapping,
): Promise<Judgement> {
  const { keyring } = work.context
  const candidates = await readEach(work, found, (row) => ({
    ...readClient(row, mapping, work.now),
    cellsKey: cellsKeyOf(row),
  }))
  const repeated = repeatedIn(candidates)
  const existing = await existingFor({ db: work.tx, keyring }, candidates)
  const judged = candidates.map((candidate) => judge(candidate, repeated, existing))
  return { judged, groups: groupsOf(candidates, judged) }
}

function cellsKeyOf({ cells }: TableRow): string {
  const texts = cells.map((cell) => (cell === null ? '' : textOf(cell).trim()))
  return hash('sha256', JSON.stringify(texts), 'base64')
}

/** Reads every row of data. */
async function readEach<Read>(
  { tx, context: { keyring } }: TransactionContext,
  { id, headerRow }: ImportRecord,
  read: (row: TableRow) => Read,
): Promise<(Read & { row: number })[]> {
  const all: (Read & { row: number })[] = []
  for (let after = headerRow; ;) {
    const rows = await tx
      .select({ importId: importRows.importId, row: importRows.row, cells: importRows.cells })
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(importRows.row, after)))
      .orderBy(asc(importRows.row))
      .limit(ROWS_AT_ONCE)
    for (const row of rows) all.push({ row: row.row, ...read(decryptRow(keyring, row)) })
    const last = rows.at(-1)
    if (last === undefined) return all
    after = last.row
    // Other requests get a turn between batches.
    await turn()
  }
}

type Judged = Duplicate & { row: number }

/** Duplicates come first: what is skipped needs no correction. */
function judge(
  { row, problems }: Pick<Candidate, 'row' | 'problems'>,
  repeated: ReturnType<typeof repeatedIn>,
  existing: ReadonlyMap<number, Duplicate>,
): Judged {
  const known = existing.get(row) ?? { problems: [], existingId: null }
  const all = [...known.problems, ...(repeated.get(row) ?? []), ...problems]
  return { row, problems: worstFirst(all), existingId: known.existingId }
}

/** How many of the clients to be created have each status and manager. */
function groupsOf(candidates: readonly Candidate[], judged: readonly Judged[]): Groups {
  const created = candidates.filter((_, index) =>
    ['create', 'warning'].includes(verdictOf(judged[index]?.problems ?? [])),
  )
  const countBy = <Key>(keyOf: (candidate: Candidate) => Key) =>
    [...Map.groupBy(created, keyOf)].map(([key, rows]): [Key, number] => [key, rows.length])
  return {
    byStatus: countBy(({ status }) => status),
    byManager: countBy(({ wealthManagerId }) => wealthManagerId),
  }
}

async function storeVerdicts(
  { tx }: TransactionContext,
  importId: string,
  judged: readonly Judged[],
  onlyChanged: boolean,
): Promise<void> {
  const [rows, verdicts, problems, existing] = [
    judged.map(({ row }) => row),
    judged.map((row) => verdictOf(row.problems)),
    judged.map((row) => JSON.stringify(row.problems)),
    judged.map(({ existingId }) => existingId),
  ]
  await tx.execute(sql`
    update ${importRows} set verdict = judged.verdict, problems = judged.problems::jsonb,
      existing_id = judged.existing, reason = null
    from unnest(${sql.param(rows)}::int[], ${sql.param(verdicts)}::text[], ${sql.param(problems)}::text[],
      ${sql.param(existing)}::uuid[]) judged (row, verdict, problems, existing)
    where import_id = ${importId} and import_rows.row = judged.row and (not ${onlyChanged}
      or import_rows.problems <> judged.problems::jsonb or existing_id is distinct from judged.existing)`)
}
