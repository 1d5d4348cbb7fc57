import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { csvCellText } from '#base/rules/input/csv-cell.ts'
import { withTurns } from '#base/server/concurrency/with-turns.ts'

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
    for await (const row of withTurns(rows)) yield row.map(csvCellText)
  }
  const csv = stringify({ bom: true, delimiter: ';', record_delimiter: 'windows' })
  // The reader gets errors from the stream itself, and stopping it ends the reading.
  return pipeline(Readable.from(records()), csv, () => undefined)
}
