import { CsvError, parse } from 'csv-parse/sync'
import type { Cell, TableRow } from '#base/rules/tables/cells.ts'
import { delimiters, type Delimiter, type Encoding } from '#base/rules/tables/reading.ts'
import { readCsvCellText } from '#base/rules/input/csv-cell.ts'
import { findHeader } from '#base/rules/input/table-header.ts'
import { textCell } from './text-cell.ts'
import {
  limits,
  maxRowsOf,
  requireWithinLimits,
  ROWS_ABOVE,
  tooManyRows,
  UnreadableTableError,
  type ReadingOptions,
  type Table,
} from './table.ts'

const MAX_RECORD_LENGTH = limits.columns * (limits.cellLength + 3)
const SPREADSHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/u
/** Excel's declaration of the delimiter. */
const DECLARATION = /^sep=([;,|\t])\r?\n/iu

/**
 * Reads a CSV file in a detected or given encoding and delimiter.
 *
 * @throws UnreadableTableError with what to do
 */
export function readCsv(file: Uint8Array, options: ReadingOptions): Table {
  const bytes = littleEndian(file)
  const encoding = options.encoding ?? detectEncoding(bytes)
  const decoded = new TextDecoder(encoding).decode(bytes)
  const [declaration = '', declared = ''] = DECLARATION.exec(decoded) ?? []
  const text = decoded.slice(declaration.length)
  if (text.includes('\0'))
    throw new UnreadableTableError('This is neither a workbook nor a CSV file.', 'wrong-type')
  const known = new Set(options.known)
  const delimiter = options.delimiter ?? (isDelimiter(declared) ? declared : detectDelimiter(text, known))
  const maxRows = maxRowsOf(options)
  // The line of the declaration counts, so that rows have the numbers that a text editor shows.
  const above = declaration === '' ? 1 : 2
  const rows = recordsOf(text, delimiter, maxRows).flatMap((record, index) => rowOf(record, index + above))
  if (rows.length > maxRows + ROWS_ABOVE) throw tooManyRows(maxRows)
  const headerRow = findHeader(rows, known).number
  return { format: 'csv', sheets: [''], sheet: 0, encoding, delimiter, headerRow, rows }
}

function isDelimiter(text: string): text is Delimiter {
  return (delimiters as readonly string[]).includes(text)
}

/** Excel and Windows write UTF-16 with the low byte first, others mark that they do not. */
function littleEndian(bytes: Uint8Array): Uint8Array {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0
  return isBigEndian ? Buffer.from(bytes).swap16() : bytes
}

/** By the byte order mark, else strict UTF-8, else Windows-1252. */
function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Lines and characters that show the delimiter. */
const SHOWN = { lines: 100, characters: 200_000 } as const

/**
 * The delimiter with which a line names most known columns; else the one that most lines have equally often, outside of
 * quotes. A title line with commas does not count against a table of semicolons.
 */
function detectDelimiter(text: string, known: ReadonlySet<string>): Delimiter {
  const lines = text
    .slice(0, SHOWN.characters)
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '')
    .slice(0, SHOWN.lines)
    .map((line) => line.replaceAll(/"[^"]*"/gu, (quoted) => quoted.replaceAll(/[;,|\t]/gu, ' ')))
  const scores = delimiters.map((delimiter) => scoreOf(delimiter, lines, known))
  const best = scores.toSorted(
    (one, other) => other.known - one.known || other.lines - one.lines || other.columns - one.columns,
  )[0]
  return best?.delimiter ?? ';'
}

function scoreOf(delimiter: Delimiter, lines: readonly string[], known: ReadonlySet<string>) {
  const split = lines.map((line) => line.split(delimiter))
  const rows = split.map((texts, index) => ({
    number: index,
    cells: texts.map((each) => ({ text: each.replaceAll('"', '') })),
  }))
  const byColumns = Map.groupBy(
    split.filter(({ length }) => length > 1),
    ({ length }) => length,
  )
  const [columns = 1, equal = []] =
    [...byColumns].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  return { delimiter, known: findHeader(rows, known).known, lines: equal.length, columns }
}

function recordsOf(text: string, delimiter: Delimiter, maxRows: number): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD_LENGTH,
      to: maxRows + ROWS_ABOVE + 1,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line: unknown = error['lines']
    throw new UnreadableTableError(
      `The file cannot be read ${typeof line === 'number' ? `from line ${line} on` : 'to its end'}: perhaps a quotation mark is missing. Please correct it, or save the file as an Excel workbook.`,
    )
  }
}

function rowOf(record: readonly string[], number: number): TableRow[] {
  const cells = record.map((value, column): Cell | null => {
    const text = value.trim()
    if (text === '') return null
    requireWithinLimits(text, { row: number, column })
    return SPREADSHEET_ERROR.test(text) ? { kind: 'error', text } : textCell(readCsvCellText(text))
  })
  return cells.some((cell) => cell !== null) ? [{ number, cells }] : []
}
