import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * Start of a formula (OWASP, "CSV Injection"): at the beginning of a cell, and after any separator, since programs
 * split differently.
 */
const FORMULA_START = /(?<before>(?:^|[;,\t\r\n])[\s"']*)(?=[=+\-@＝＋－＠])/gu

/** A telephone number starts like a formula, but is harmless. */
const TELEPHONE = /^\+\d+$/u

/**
 * Streams rows as CSV with byte order mark, semicolons and decimal commas, as Excel with South African settings
 * expects. Text that would run as a formula gets an apostrophe.
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
  // The reader gets errors from the stream itself, and stopping it ends the reading.
  return pipeline(Readable.from(records()), csv, () => undefined)
}

function cellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return TELEPHONE.test(cell) ? cell : cell.replaceAll(FORMULA_START, "$<before>'")
}
