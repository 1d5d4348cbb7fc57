import type { Readable } from 'node:stream'
import { writeCsvRows } from '#base/server/lists/csv.ts'
import { toSpreadsheetTime, type Column } from './cells.ts'

/** Streams rows as CSV. */
export function writeCsv<Row>(columns: readonly Column<Row>[], rows: AsyncIterable<Row>): Readable {
  async function* cells() {
    for await (const row of rows)
      yield columns.map(({ cell }) => {
        const value = cell(row)
        return value instanceof Date ? toSpreadsheetTime(value) : value
      })
  }
  return writeCsvRows(
    columns.map(({ title }) => title),
    cells(),
  )
}
