import { buffer } from 'node:stream/consumers'
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import type { ExportFormat } from '#base/rules/api/list.ts'
import { textOf, type Cell } from '#base/rules/tables/cells.ts'
import { dayFields, type ImportField } from '#features/imports/rules/fields.ts'
import { problemText } from '#features/imports/rules/problems.ts'
import { readDay } from '#features/imports/rules/read-day.ts'
import { record } from '#features/audit/server/record.ts'
import { importRows } from '#features/imports/schema.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { writeCsvRows } from '#base/server/lists/csv.ts'
import { writeXlsx } from '#base/server/files/write-xlsx.ts'
import { decryptContent } from './content.ts'
import { findImport } from './queries.ts'
import { decryptRow } from './rows.ts'

/**
 * The rows of an import that are not imported, as a file: the original columns, with what is wrong. Values are texts, so
 * that none runs as a formula; corrected, the file can be imported.
 *
 * @throws DomainError not-found
 */
export async function problemFile(act: CommandContext, id: string, format: ExportFormat): Promise<Buffer> {
  const { db } = act.context.database
  const { keyring } = act.context
  const found = await findImport(db, id)
  const { columns, mapping } = decryptContent(keyring, found)
  const rows = await db
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, id),
        gt(importRows.row, found.headerRow),
        or(
          inArray(importRows.verdict, ['skip', 'error']),
          inArray(importRows.outcome, ['skipped', 'failed']),
        ),
      ),
    )
    .orderBy(asc(importRows.row))
  await record(autocommit(act), 'import.problems-downloaded', null, { importId: id, rows: rows.length })
  const titles = [...columns.map(({ header }) => header), 'Problem', 'Row']
  async function* cells() {
    for (const row of rows) {
      const values = decryptRow(keyring, row).cells.map((cell, index) =>
        cell === null ? '' : portableText(cell, mapping?.columns[index] ?? null),
      )
      const padded = columns.map((_, index) => values[index] ?? '')
      yield [...padded, row.problems.map(problemText).join(' '), String(row.row)]
    }
  }
  if (format === 'csv') return buffer(writeCsvRows(titles, cells()))
  const sheet = titles.map((title, index) => ({
    title,
    width: 20,
    isText: true as const,
    cell: (values: string[]) => values[index] ?? '',
  }))
  return buffer(writeXlsx('Problems', sheet, cells(), act.now))
}

/** A cell as a text that is read as it was: what a number means depends on the workbook. */
function portableText(cell: Cell, field: ImportField | null): string {
  const text = textOf(cell)
  if (cell.kind !== 'number') return text
  if (dayFields.has(field)) return readDay(cell, 'dmy') ?? text
  const value = Number(text)
  return Number.isFinite(value) && !Number.isInteger(value) ? value.toFixed(2) : text
}
