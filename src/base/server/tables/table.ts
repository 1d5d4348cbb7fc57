import type { TableRow } from '#base/rules/tables/cells.ts'
import type { Delimiter, Encoding } from '#base/rules/tables/reading.ts'

/** How to read a file; what is missing is detected. */
export interface ReadingOptions {
  /** Index of the sheet of a workbook. */
  sheet?: number | undefined
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  /** Keys of headers that find sheet, header and delimiter, as of `headerKeys`. */
  known?: readonly string[] | undefined
  /** At most `limits.rows` where left out. */
  maxRows?: number | undefined
}

/** A table as read from a file. */
export interface Table {
  format: 'xlsx' | 'csv'
  /** Names of the sheets; one without a name for CSV. */
  sheets: string[]
  sheet: number
  encoding: Encoding | null
  delimiter: Delimiter | null
  /** The row that names most known columns. */
  headerRow: number
  /** Rows that are not empty. */
  rows: TableRow[]
}

/** Limits on tables; the file itself is limited by the upload. */
export const limits = {
  unpackedBytes: 64 * 1024 * 1024,
  parts: 2000,
  rows: 10_000,
  columns: 100,
  cellLength: 2000,
  /** Shared strings of a workbook: more than its cells can use. */
  strings: 1_000_000,
} as const
/** Titles and notes above the header. */
export const ROWS_ABOVE = 50

/** Why a file cannot be read, with what to do. */
export class UnreadableTableError extends Error {
  override name = 'UnreadableTableError'
  readonly code: 'file-unreadable' | 'too-many-rows' | 'wrong-type'

  constructor(message: string, code: UnreadableTableError['code'] = 'file-unreadable') {
    super(message)
    this.code = code
  }
}

/** The letters of a column in a spreadsheet: 0 is A, 26 is AA. */
function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`
}

/** Refuses a column or a text beyond the limits, naming the cell. */
export function requireWithinLimits(text: string, { row, column }: { row: number; column: number }): void {
  if (column >= limits.columns) {
    throw new UnreadableTableError(
      `Cell ${columnName(column)}${row} is beyond the ${limits.columns} columns that can be imported. Please remove the columns that you do not need.`,
    )
  }
  if (text.length > limits.cellLength) {
    throw new UnreadableTableError(
      `Cell ${columnName(column)}${row} has more than ${limits.cellLength} characters. Please shorten it.`,
    )
  }
}

export function maxRowsOf({ maxRows = limits.rows }: ReadingOptions): number {
  return maxRows
}

export function tooManyRows(maxRows: number): UnreadableTableError {
  return new UnreadableTableError(
    `The file has more than ${maxRows.toLocaleString('en-ZA')} rows. Please split the file.`,
    'too-many-rows',
  )
}
