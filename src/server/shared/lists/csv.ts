import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * Where a spreadsheet would begin a formula (OWASP, "CSV Injection"): at the start of a cell, and after whatever separator it
 * may split at, since not every program splits where we do.
 */
const FORMULA_START = /(?<before>(?:^|[;,\t\r\n])[\s"']*)(?=[=+\-@＝＋－＠])/gu

/** A telephone number begins like a formula, and is read as no more than a number. */
const TELEPHONE = /^\+\d+$/u

/**
 * Rows as CSV, written as they are read: with a byte order mark, semicolons and decimal commas, since that is what Excel with
 * South African settings opens in columns. A text that would run as a formula gets an apostrophe.
 */
export function writeCsvRows(
  titles: readonly string[],
  rows: AsyncIterable<readonly (string | number | null)[]>,
): Readable {
  async function* records() {
    yield titles
    for await (const row of rows) yield row.map(cellText)
  }
  const csv = stringify({ bom: true, delimiter: ';', record_delimiter: 'windows' })
  // Whoever reads hears of an error from the stream itself, and ends the reading by ending that.
  return pipeline(Readable.from(records()), csv, () => undefined)
}

function cellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return TELEPHONE.test(cell) ? cell : cell.replaceAll(FORMULA_START, "$<before>'")
}
