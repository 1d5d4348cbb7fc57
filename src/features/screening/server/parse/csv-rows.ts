import { Readable } from 'node:stream'
import { parse, CsvError } from 'csv-parse'
import { ListError } from './list-error.ts'

/** A row and its line, from 1. */
export interface CsvRow {
  fields: string[]
  line: number
}

/** A longer row is a quote that was never closed. */
const MAX_ROW_CHARACTERS = 262_144

/**
 * The rows of a CSV file.
 *
 * @throws ListError with the line where the file cannot be read
 */
export async function* csvRows(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
    info: true,
  })
  const source = Readable.from(chunks)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      yield { fields: record, line: info.lines }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines, column } = error as CsvError & { lines?: number; column?: number | string }
    throw new ListError(`The file is not valid CSV: ${reasons[error.code] ?? 'a row can’t be read'}.`, {
      line: lines ?? 1,
      ...(typeof column === 'number' ? { column: column + 1 } : {}),
    })
  } finally {
    source.destroy()
  }
}

const reasons: Readonly<Partial<Record<string, string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_MAX_RECORD_SIZE: 'a row is too long, probably since a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark is within a field',
  INVALID_OPENING_QUOTE: 'a quotation mark is within a field',
}

/** Reads fields by the names of the header. */
export class Header {
  readonly #positions: ReadonlyMap<string, number>

  /** @throws ListError where a needed column is missing */
  constructor({ fields, line }: CsvRow, needed: readonly string[]) {
    this.#positions = new Map(fields.map((name, at) => [name.trim().toLowerCase(), at]))
    const missing = needed.filter((name) => !this.#positions.has(name.toLowerCase()))
    if (missing.length > 0) throw new ListError(`The header has no column ${missing.join(', ')}.`, { line })
  }

  has(name: string): boolean {
    return this.#positions.has(name.toLowerCase())
  }

  /** A field, trimmed; empty where the column does not exist. */
  field({ fields }: Pick<CsvRow, 'fields'>, name: string): string {
    const at = this.#positions.get(name.toLowerCase())
    return at === undefined ? '' : (fields[at] ?? '').trim()
  }
}
