import { CsvError, parse } from 'csv-parse/sync'
import type { Cell, TableRow } from '#domain/imports/cells.ts'
import { delimiters, type Delimiter, type Encoding } from '#domain/imports/reading.ts'
import {
  limits,
  requireWithinLimits,
  ROWS_ABOVE,
  tooManyRows,
  UnreadableTableError,
  type ReadingOptions,
  type Table,
} from './table.ts'

const MAX_RECORD_LENGTH = limits.columns * (limits.cellLength + 3)
const SPREADSHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/u

/**
 * Reads a CSV file in a detected or given encoding and delimiter.
 *
 * @throws UnreadableTableError with what to do
 */
export function readCsv(file: Uint8Array, options: ReadingOptions): Table {
  const bytes = littleEndian(file)
  const encoding = options.encoding ?? detectEncoding(bytes)
  const decoded = new TextDecoder(encoding).decode(bytes)
  const [declaration = '', declared = ''] = /^sep=([;,|\t])\r?\n/u.exec(decoded) ?? []
  const text = decoded.slice(declaration.length)
  if (text.includes('\0'))
    throw new UnreadableTableError('This is neither a workbook nor a CSV file.', 'wrong-type')
  const delimiter = options.delimiter ?? (isDelimiter(declared) ? declared : detectDelimiter(text))
  const rows = recordsOf(text, delimiter).flatMap((record, index) => rowOf(record, index + 1))
  if (rows.length > limits.rows + ROWS_ABOVE) throw tooManyRows()
  return { format: 'csv', sheets: [''], sheet: 0, encoding, delimiter, rows }
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

/** The most frequent delimiter in the first line, outside of quotes; a semicolon where there is none. */
function detectDelimiter(text: string): Delimiter {
  const [line = ''] = text.trimStart().split(/\r?\n/u, 1)
  const unquoted = line.replaceAll(/"[^"]*"/gu, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}

function recordsOf(text: string, delimiter: Delimiter): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD_LENGTH,
      to: limits.rows + ROWS_ABOVE + 1,
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
    return { kind: SPREADSHEET_ERROR.test(text) ? 'error' : 'text', text }
  })
  return cells.some((cell) => cell !== null) ? [{ number, cells }] : []
}
