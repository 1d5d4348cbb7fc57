import { and, eq, gt } from 'drizzle-orm'
import { textOf, type Cell, type TableRow } from '#base/rules/tables/cells.ts'
import { record } from '#features/audit/server/record.ts'
import { importRows } from '#features/imports/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { evaluateRows } from './check-rows.ts'
import { firstProblem } from './causes.ts'
import { decryptContent, type Correction, type ImportContent, type ImportRecord } from './content.ts'
import { encryptRow, lockImport, requireNotStarted } from './create-import.ts'
import { decryptRow } from './rows.ts'

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
  await changeRows(act, id, async (work, { found, content, mapping }) => {
    const { tx } = work
    const which = and(
      eq(importRows.importId, id),
      eq(importRows.row, row),
      gt(importRows.row, found.headerRow),
    )
    const [stored] = await tx.select().from(importRows).where(which)
    if (stored === undefined || column >= content.columns.length) throw notFound()
    const { cells, hidden } = decryptRow(keyring, stored)
    const current = cells[column]
    if ((current ? textOf(current) : '') !== before) throw changed()
    const corrected = withCell(cells, column, value)
    const text = encryptRow(keyring, id, { number: row, cells: corrected, ...(hidden && { hidden }) })
    await tx.update(importRows).set({ cells: text }).where(which)
    await record(work, 'import.cell-corrected', null, {
      importId: id,
      row,
      field: mapping.columns[column] ?? null,
    })
    return { ...content, corrections: corrections(content, { row, column, before, value }) }
  })
}

function changed(): DomainError {
  return new DomainError('conflict', 'This row was changed meanwhile. Please look at it again.', {
    code: 'changed',
  })
}

/** A cell that was corrected before keeps the text of the file. */
function corrections({ corrections: known = [] }: ImportContent, latest: Correction): Correction[] {
  const isSame = ({ row, column }: Correction) => row === latest.row && column === latest.column
  const first = known.find(isSame)
  return [...known.filter((each) => !isSame(each)), { ...latest, before: first?.before ?? latest.before }]
}

/** The cells of a row with another text in one of them. */
function withCell(cells: readonly (Cell | null)[], column: number, value: string): (Cell | null)[] {
  const text = value.trim()
  const cell: Cell | null = text === '' ? null : { kind: 'text', text }
  return Array.from({ length: Math.max(cells.length, column + 1) }, (_, index) =>
    index === column ? cell : (cells[index] ?? null),
  )
}

/** Which rows an admin leaves out or puts back: one, or all that a cause decides about. */
interface ChosenRows {
  row?: number | undefined
  cause?: string | undefined
  field?: string | undefined
}

/**
 * Leaves rows out of an import before it starts, or puts them back, and checks the others again.
 *
 * @throws DomainError not-found where there is no such row; conflict (409) as `correctCell`
 */
export async function leaveOut(
  act: CommandContext,
  id: string,
  { leftOut, ...chosen }: ChosenRows & { leftOut: boolean },
): Promise<void> {
  await changeRows(act, id, async (work, { found, content }) => {
    const rows = await chosenRows(work, found, chosen)
    if (rows.length === 0) throw notFound()
    await record(work, leftOut ? 'import.rows-left-out' : 'import.rows-put-back', null, {
      importId: id,
      rows: rows.length,
    })
    const before = new Set(content.leftOut)
    const after = leftOut ? before.union(new Set(rows)) : before.difference(new Set(rows))
    return { ...content, leftOut: [...after] }
  })
}

async function chosenRows(
  { tx }: TransactionContext,
  { id, headerRow }: ImportRecord,
  { row, cause, field }: ChosenRows,
): Promise<number[]> {
  const such = and(
    row === undefined ? undefined : eq(importRows.row, row),
    cause === undefined ? undefined : eq(firstProblem('code'), cause),
    field === undefined ? undefined : eq(firstProblem('field'), field),
  )
  if (such === undefined) return []
  const found = await tx
    .select({ row: importRows.row })
    .from(importRows)
    .where(and(eq(importRows.importId, id), gt(importRows.row, headerRow), such))
  return found.map((each) => each.row)
}

interface Checked {
  found: ImportRecord
  content: ImportContent
  mapping: NonNullable<ImportContent['mapping']>
}

/** Changes rows of an import whose columns are matched, and checks all of them again. */
async function changeRows(
  act: CommandContext,
  id: string,
  change: (work: TransactionContext, checked: Checked) => Promise<ImportContent>,
): Promise<void> {
  await inTransaction(act, async (work) => {
    const found = await lockImport(work.tx, id)
    requireNotStarted(found)
    const content = decryptContent(act.context.keyring, found)
    const { mapping } = content
    if (mapping === null) throw changed()
    const after = await change(work, { found, content, mapping })
    await evaluateRows(work, found, { ...after, mapping }, { onlyChanged: true })
  })
}

/** Rows of a file that was read in another way, with the corrections of cells that still exist. */
export function keepCorrections(
  rows: readonly TableRow[],
  known: readonly Correction[],
  { isSameSheet, isSameDelimiter }: { isSameSheet: boolean; isSameDelimiter: boolean },
): { rows: TableRow[]; retained: Correction[]; lost: Correction[] } {
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  const isThere = ({ row, column, before }: Correction) => {
    const cell = byNumber.get(row)?.cells[column]
    const text = cell ? textOf(cell) : ''
    // An empty cell is the same one only where the columns are.
    return isSameSheet && byNumber.has(row) && text === before && (text !== '' || isSameDelimiter)
  }
  const { true: retained = [], false: lost = [] } = Object.groupBy(
    known,
    (each) => `${isThere(each)}` as const,
  )
  const byRow = Map.groupBy(retained, ({ row }) => row)
  return {
    retained,
    lost,
    rows: rows.map((row) => ({
      ...row,
      cells: (byRow.get(row.number) ?? []).reduce(
        (cells, { column, value }) => withCell(cells, column, value),
        row.cells,
      ),
    })),
  }
}
