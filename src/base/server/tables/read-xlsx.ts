import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Cell, TableRow } from '#base/rules/tables/cells.ts'
import { findHeader } from '#base/rules/input/table-header.ts'
import { openZip, orUnreadable, type Parts } from './read-zip.ts'
import { readXml } from './read-xml.ts'
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
import { decodeXstring, textCell } from './text-cell.ts'
import { openWorkbook, type Workbook } from './workbook-parts.ts'

/**
 * Reads one sheet of an Excel workbook (ECMA-376) as a stream, so that limits apply before memory is used. Numbers keep
 * the digits as written; formulas count by their stored value.
 *
 * @throws UnreadableTableError with what to do
 */
export async function readXlsx(bytes: Uint8Array, options: ReadingOptions): Promise<Table> {
  return orUnreadable(async () => {
    const parts = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const workbook = await openWorkbook(parts)
    const { sheet, rows, headerRow } = await readBestSheet(parts, workbook, options)
    const sheets = workbook.sheets.map(({ name }) => name)
    return { format: 'xlsx', sheets, sheet, encoding: null, delimiter: null, headerRow, rows }
  })
}

interface ReadSheet {
  sheet: number
  headerRow: number
  rows: TableRow[]
}

/** The chosen sheet, else the one that names most known columns, else the first one with rows; hidden ones last. */
async function readBestSheet(
  parts: Parts,
  workbook: Workbook,
  { sheet: chosen, known = [], ...options }: ReadingOptions,
): Promise<ReadSheet> {
  const keys = new Set(known)
  const maxRows = maxRowsOf(options)
  const readWhole = async (sheet: number): Promise<ReadSheet> => {
    const rows = await readSheet(parts, workbook, sheet, maxRows)
    return { sheet, headerRow: findHeader(rows, keys).number, rows }
  }
  if (chosen !== undefined || workbook.sheets.length === 1) return readWhole(chosen ?? 0)
  const starts: { sheet: number; isHidden: boolean; known: number; hasRows: boolean }[] = []
  for (const [sheet, { isHidden }] of workbook.sheets.entries()) {
    const rows = await readStart(parts, workbook, sheet)
    starts.push({ sheet, isHidden, known: findHeader(rows, keys).known, hasRows: rows.length > 1 })
  }
  const rank = (start: (typeof starts)[number]) =>
    (start.known > 1 ? start.known : 0) + (start.hasRows ? 0.5 : 0) - (start.isHidden ? 1000 : 0)
  const [best] = starts.toSorted((one, other) => rank(other) - rank(one))
  return readWhole(best?.sheet ?? 0)
}

/** Ends the reading of a sheet early. */
const ENOUGH = new UnreadableTableError('Enough was read.')

/** The first rows of a sheet, without the cost of the others. */
async function readStart(parts: Parts, workbook: Workbook, sheet: number): Promise<TableRow[]> {
  const rows: TableRow[] = []
  try {
    await readRows(parts, workbook, sheet, (row) => {
      rows.push(row)
      if (rows.length >= ROWS_ABOVE) throw ENOUGH
    })
  } catch (error) {
    // What is wrong further down is of interest only in the sheet that is read.
    if (!(error instanceof UnreadableTableError)) throw error
  }
  return rows
}

async function readSheet(
  parts: Parts,
  workbook: Workbook,
  sheet: number,
  maxRows: number,
): Promise<TableRow[]> {
  const rows: TableRow[] = []
  await readRows(parts, workbook, sheet, (row) => {
    if (rows.length >= maxRows + ROWS_ABOVE) throw tooManyRows(maxRows)
    rows.push(row)
  })
  return rows
}

async function readRows(
  parts: Parts,
  workbook: Workbook,
  index: number,
  take: (row: TableRow) => void,
): Promise<void> {
  const sheet = workbook.sheets[index]
  if (sheet === undefined) throw new UnreadableTableError('This workbook has no such sheet.')
  await readXml(parts, sheet.part, createSheetReader(workbook, take))
}

/** Of a sheet (Excel specifications and limits). */
const MAX_ROW = 1_048_576

function wrongRowNumber(after: number): UnreadableTableError {
  return new UnreadableTableError(
    `This workbook is damaged: its rows are not numbered in order after row ${after}. Please open it in Excel and save it again.`,
  )
}

/** A cell while it is read. */
interface OpenCell {
  column: number
  type: string
  style: number
  text: string
}

function createSheetReader(workbook: Workbook, take: (row: TableRow) => void) {
  let row: TableRow = { number: 0, cells: [] }
  let nextColumn = 0
  let cell: OpenCell | null = null
  let isValue = false
  let phonetic = 0
  const openRow = ({ r, hidden }: Readonly<Record<string, string>>) => {
    const isHidden = hidden === '1' || hidden === 'true'
    const number = Number(r ?? row.number + 1)
    if (!Number.isInteger(number) || number <= row.number || number > MAX_ROW)
      throw wrongRowNumber(row.number)
    row = { number, cells: [], ...(isHidden && { hidden: true }) }
    nextColumn = 0
  }
  const closeCell = ({ column, ...read }: OpenCell) => {
    if (read.text === '') return
    requireWithinLimits(read.text, { row: row.number, column })
    const value = cellOf(read, workbook)
    if (value === null) return
    requireWithinLimits(value.text, { row: row.number, column })
    while (row.cells.length < column) row.cells.push(null)
    row.cells[column] = value
  }
  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'row') openRow(attributes)
      if (name === 'rPh') phonetic += 1
      if (name === 'v' || name === 't') isValue = true
      if (name !== 'c') return
      const column = attributes['r'] === undefined ? nextColumn : columnOf(attributes['r'])
      nextColumn = column + 1
      cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), text: '' }
    },
    text(more: string) {
      if (cell !== null && isValue && phonetic === 0) {
        cell.text = `${cell.text}${more}`.slice(0, limits.cellLength + 1)
      }
    },
    close(name: string) {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'rPh') phonetic -= 1
      if (name === 'c' && cell !== null) {
        closeCell(cell)
        cell = null
      }
      if (name === 'row' && row.cells.some((value) => value !== null)) take(row)
    },
  }
}

/** The index of a column from the reference of a cell: "AB12" is 27. */
function columnOf(reference: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/u.exec(reference) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + ((letter.codePointAt(0) ?? 0) - 64)
  return column - 1
}

function cellOf(
  { type, style, text }: Omit<OpenCell, 'column'>,
  { strings, dayStyles, is1904 }: Workbook,
): Cell | null {
  if (type === 'e') return { kind: 'error', text }
  if (type === 'd') return { kind: 'day', text: text.slice(0, 10) }
  if (type === 'b') return { kind: 'text', text: text === '1' ? 'TRUE' : 'FALSE' }
  if (type === 'n') {
    const day = dayStyles[style] === true ? dayOf(Number(text), is1904) : null
    if (day !== null) return { kind: 'day', text: day }
    return { kind: 'number', text, ...(is1904 && { is1904 }) }
  }
  return textCell(decodeXstring(type === 's' ? (strings[Number(text)] ?? '') : text))
}

/** Before 1 March 1900 Excel counts a day that did not exist. */
const FIRST_RELIABLE_DAY = 61
const MAX_DAY = 2_958_465

/** The day (yyyy-MM-dd) of a serial number; null where it is none. */
function dayOf(serial: number, is1904: boolean): string | null {
  const isDay = serial >= (is1904 ? 0 : FIRST_RELIABLE_DAY) && serial <= MAX_DAY
  if (!isDay) return null
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  return new Date(start + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
}
