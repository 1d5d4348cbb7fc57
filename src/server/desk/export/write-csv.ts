import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { momentText, type Cell, type Column } from './cells.ts'

/** What spreadsheets take for the beginning of a formula (OWASP, "CSV Injection"). */
const BEGINS_A_FORMULA = /^[=+\-@\t\r＝＋－＠]/u

/** A telephone number begins like one, and is read as no more than a number. */
const TELEPHONE = /^\+\d+$/u

/** Rows as CSV, written as they are read. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function writeCsv<Row>(columns: readonly Column<Row>[], rows: AsyncIterable<Row>): Readable {
  async function* records() {
    for await (const row of rows) yield columns.map(({ cell }) => written(cell(row)))
  }
  const csv = stringify({
    header: true,
    bom: true,
    columns: columns.map(({ title }) => title),
    record_delimiter: 'windows',
  })
  // Whoever reads hears of an error from the stream itself, and ends the reading by ending that.
  return pipeline(Readable.from(records()), csv, () => undefined)
}

function written(cell: Cell): string | number {
  if (cell === null) return ''
  if (cell instanceof Date) return momentText(cell)
  if (typeof cell === 'number' || TELEPHONE.test(cell)) return cell
  return BEGINS_A_FORMULA.test(cell) ? `'${cell}` : cell
}
