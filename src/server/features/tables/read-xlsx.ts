import type { Cell, TableRow } from '#domain/imports/cells.ts'
import { openZip, orUnreadable, type Parts } from './read-zip.ts'
import { readXml } from './read-xml.ts'
import {
  limits,
  requireWithinLimits,
  ROWS_ABOVE,
  tooManyRows,
  UnreadableTableError,
  type ReadingOptions,
  type Table,
} from './table.ts'
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
    const { sheet, rows } = await readSheets(parts, workbook, options.sheet)
    const sheets = workbook.sheets.map(({ name }) => name)
    return { format: 'xlsx', sheets, sheet, encoding: null, delimiter: null, rows }
  })
}

interface ReadSheet {
  sheet: number
  rows: TableRow[]
}

/** The chosen sheet, else the first one with rows below a header: others may be covers. */
async function readSheets(parts: Parts, workbook: Workbook, chosen: number | undefined): Promise<ReadSheet> {
  if (chosen !== undefined) return readSheet(parts, workbook, chosen)
  const first = await readSheet(parts, workbook, 0)
  for (let read = first; ; read = await readSheet(parts, workbook, read.sheet + 1)) {
    if (read.rows.length > 1) return read
    if (read.sheet + 1 === workbook.sheets.length) return first
  }
}

async function readSheet(parts: Parts, workbook: Workbook, index: number): Promise<ReadSheet> {
  const sheet = workbook.sheets[index]
  if (sheet === undefined) throw new UnreadableTableError('This workbook has no such sheet.')
  const rows: TableRow[] = []
  const reader = createSheetReader(workbook, (row) => {
    if (rows.length >= limits.rows + ROWS_ABOVE) throw tooManyRows()
    rows.push(row)
  })
  await readXml(parts, sheet.part, reader)
  return { sheet: index, rows }
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
    return day === null ? { kind: 'number', text } : { kind: 'day', text: day }
  }
  const shown = (type === 's' ? (strings[Number(text)] ?? '') : text).trim()
  return shown === '' ? null : { kind: 'text', text: shown }
}

const DAY_MS = 24 * 60 * 60_000
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
