import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { mappingProblem, type Mapping } from '#features/imports/rules/mapping.ts'
import { verdictOf, worstFirst, type RowProblem } from '#features/imports/rules/problems.ts'
import { textOf, type TableRow } from '#base/rules/tables/cells.ts'
import { readClient } from '#features/imports/rules/read-client.ts'
import { repeatsHeader } from '#features/imports/rules/read-person.ts'
import { record } from '#features/audit/server/record.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import {
  decryptContent,
  encryptContent,
  type Groups,
  type ImportContent,
  type ImportRecord,
} from './content.ts'
import { lockImport, requireNotStarted } from './create-import.ts'
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
    await evaluateRows(work, found, { ...decryptContent(work.context.keyring, found), mapping })
    const fields = mapping.columns.filter((field) => field !== null)
    await record(work, 'import.mapped', null, { importId: id, fields })
  })
}

/** Finds out what happens to each row. With `onlyChanged`, rows that were accepted with a reason stay so. */
export async function evaluateRows(
  work: TransactionContext,
  found: ImportRecord,
  content: ImportContent & { mapping: Mapping },
  { onlyChanged = false }: { onlyChanged?: boolean } = {},
): Promise<void> {
  const { tx, context, actor } = work
  const { id } = found
  const { evaluated, groups } = await evaluateClients(work, found, content)
  for (let start = 0; start < evaluated.length; start += ROWS_AT_ONCE) {
    await storeVerdicts(work, id, evaluated.slice(start, start + ROWS_AT_ONCE), onlyChanged)
  }
  await tx
    .update(imports)
    .set({
      state: 'checked',
      actorId: actor.userId,
      content: encryptContent(context.keyring, id, { ...content, groups }),
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
interface Evaluation {
  evaluated: EvaluatedRow[]
  groups: Groups
}

async function evaluateClients(
  work: TransactionContext,
  found: ImportRecord,
  { mapping, leftOut, columns }: ImportContent & { mapping: Mapping },
): Promise<Evaluation> {
  const { keyring } = work.context
  const out = new Set(leftOut)
  const headers = columns.map(({ header }) => header)
  const candidates = await readEach(work, found, (row) => {
    const client = readClient(row, mapping, work.now)
    const problems: RowProblem[] = repeatsHeader(row.cells, headers)
      ? [{ code: 'not-a-client', field: null }]
      : client.problems
    return { ...client, problems, cellsKey: cellsKeyOf(row) }
  })
  const included = candidates.filter(({ row }) => !out.has(row))
  const repeated = repeatedIn(included)
  const existing = await existingFor({ db: work.tx, keyring }, included)
  const evaluated = candidates.map((candidate) =>
    out.has(candidate.row)
      ? { row: candidate.row, problems: [{ code: 'left-out', field: null } as const], existingId: null }
      : evaluateRow(candidate, repeated, existing),
  )
  return { evaluated, groups: groupsOf(candidates, evaluated) }
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

type EvaluatedRow = Duplicate & { row: number }

/** Duplicates come first: what is skipped needs no correction. */
function evaluateRow(
  { row, problems }: Pick<Candidate, 'row' | 'problems'>,
  repeated: ReturnType<typeof repeatedIn>,
  existing: ReadonlyMap<number, Duplicate>,
): EvaluatedRow {
  const known = existing.get(row) ?? { problems: [], existingId: null }
  const all = [...known.problems, ...(repeated.get(row) ?? []), ...problems]
  return { row, problems: worstFirst(all), existingId: known.existingId }
}

/** How many of the clients to be created have each status and manager. */
function groupsOf(candidates: readonly Candidate[], evaluated: readonly EvaluatedRow[]): Groups {
  const created = candidates.filter((_, index) =>
    ['create', 'warning'].includes(verdictOf(evaluated[index]?.problems ?? [])),
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
  evaluated: readonly EvaluatedRow[],
  onlyChanged: boolean,
): Promise<void> {
  const [rows, verdicts, problems, existing] = [
    evaluated.map(({ row }) => row),
    evaluated.map((row) => verdictOf(row.problems)),
    evaluated.map((row) => JSON.stringify(row.problems)),
    evaluated.map(({ existingId }) => existingId),
  ]
  await tx.execute(sql`
    update ${importRows} set verdict = evaluated.verdict, problems = evaluated.problems::jsonb,
      existing_id = evaluated.existing, reason = null
    from unnest(${sql.param(rows)}::int[], ${sql.param(verdicts)}::text[], ${sql.param(problems)}::text[],
      ${sql.param(existing)}::uuid[]) evaluated (row, verdict, problems, existing)
    where import_id = ${importId} and import_rows.row = evaluated.row and (not ${onlyChanged}
      or import_rows.problems <> evaluated.problems::jsonb or existing_id is distinct from evaluated.existing)`)
}
