import { readFile, stat } from 'node:fs/promises'
import type { Cell, TableRow } from '#base/rules/tables/cells.ts'
import { hasBrokenLetters, textOf } from '#base/rules/tables/cells.ts'
import { readDay } from '#features/imports/rules/read-day.ts'
import { wholeText } from '#features/imports/rules/read-number.ts'
import { headerKeys } from '#base/rules/input/table-header.ts'
import { runTableReader } from '#base/server/tables/run-table-reader.ts'
import { UnreadableTableError } from '#base/server/tables/table.ts'
import type { EntryKind, ListEntry } from '#features/screening/rules/lists.ts'
import {
  addBirth,
  addDetail,
  addDocument,
  addName,
  addRemarks,
  addText,
  finishEntry,
  newEntry,
  type DraftEntry,
} from './entry-builder.ts'
import { hasLostLetters, lostLettersText } from './letters.ts'
import { ListError } from './list-error.ts'
import type { ParsedList } from './parsed-list.ts'

/** The columns of a firm's own list, by the keys of their headers. */
const columns = {
  uid: ['uid', 'reference', 'number', 'id', 'no'],
  kind: ['kind', 'type', 'category'],
  what: ['what', 'entrytype', 'personororganisation'],
  name: ['name', 'fullname', 'names', 'naam', 'vollenaam'],
  firstName: ['firstname', 'firstnames', 'voornaam'],
  surname: ['surname', 'lastname', 'van'],
  aliases: ['aliases', 'alias', 'othernames', 'aka'],
  birth: ['birth', 'dateofbirth', 'dob', 'born', 'geboortedatum'],
  countries: ['countries', 'country', 'nationality'],
  documents: ['documents', 'document', 'numbers', 'idnumber', 'passport', 'passportnumber'],
  note: ['note', 'notes', 'remark', 'remarks', 'reason'],
} as const satisfies Record<string, readonly string[]>
type Column = keyof typeof columns

const columnByKey: ReadonlyMap<string, Column> = new Map(
  Object.entries(columns).flatMap(([column, keys]) => keys.map((key) => [key, column as Column] as const)),
)
const kinds: ReadonlyMap<string, string> = new Map([
  ...['sanction', 'sanctions', 'sanctioned'].map((text) => [text, 'sanction'] as const),
  ...['exposed', 'pep', 'politically exposed'].map((text) => [text, 'exposed'] as const),
  ...['internal', ''].map((text) => [text, 'internal'] as const),
])
const MAX_ROWS = 20_000
const MAX_BYTES = 10 * 1024 * 1024
const NO_LIST = 'The file is not a list that can be read here.'
/** Words of a column that says what an entry is. */
const kindsOfEntries: ReadonlyMap<string, EntryKind> = new Map([
  ...['person', 'individual', 'people', 'natural person', 'persoon'].map((text) => [text, 'person'] as const),
  ...['organisation', 'organization', 'company', 'entity', 'trust', 'business', 'maatskappy'].map(
    (text) => [text, 'organisation'] as const,
  ),
  ...['ship', 'vessel'].map((text) => [text, 'ship'] as const),
  ['aircraft', 'aircraft'],
])
/** Legal forms and words that name an organisation, where no column says what an entry is. */
const ORGANISATION =
  /\b(?:pty|ltd|limited|bpk|edms|cc|npc|npo|inc|llc|plc|gmbh|trust|stokvel|fund|foundation|estate late|boedel)\b/iu

/**
 * Reads a firm's own list: a table as spreadsheets save it. Several values of a field are separated by semicolons, " / "
 * or line breaks. A row that cannot be read is left out, and said.
 *
 * @throws ListError where the file is no such list, has broken letters, or has no row that can be read
 */
export async function parseFirmList(path: string): Promise<ParsedList> {
  const { rows, headerRow } = await readRows(path)
  const header = rows.find(({ number }) => number === headerRow)
  const names = header?.cells.map((cell) => (cell === null ? '' : textOf(cell))) ?? []
  const positions = new Map<Column, number>()
  for (const [index, name] of names.entries()) {
    const column = headerKeys(name).flatMap((key) => columnByKey.get(key) ?? [])[0]
    if (column !== undefined && !positions.has(column)) positions.set(column, index)
  }
  if (positions.size === 0) throw new ListError(NO_LIST, { line: 1, column: 1 })
  if (!positions.has('name') && !(positions.has('firstName') && positions.has('surname'))) {
    throw new ListError(
      `This file has no column for names. Its columns are: ${names.filter(Boolean).join(', ')}.`,
      { line: headerRow },
    )
  }
  const list: FirmList = { positions, names, uids: new Map(), unknownKinds: [] }
  const entries: ListEntry[] = []
  const problems: ListError[] = []
  for (const row of rows) {
    if (row.number <= headerRow) continue
    try {
      entries.push(finishEntry(readRow(list, row)))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      problems.push(error)
    }
  }
  const [first] = problems
  if (first !== undefined && entries.length === 0) throw first
  const remarks = list.unknownKinds.map((kind) => `The kind “${kind}” is unknown: its entries are internal.`)
  const leftOut = problems.map(({ line, message }) => `Row ${line} is left out. ${message}`)
  return { source: 'FIRM', entries: streamOf(entries), generatedOn: null, unreadable: 0, remarks, leftOut }
}

async function readRows(path: string) {
  if ((await stat(path)).size > MAX_BYTES) throw new ListError(NO_LIST, { line: 1, column: 1 })
  const file = await readFile(path)
  try {
    const known = [...columnByKey.keys()]
    return await runTableReader(file, { known, maxRows: MAX_ROWS })
  } catch (error) {
    if (!(error instanceof UnreadableTableError)) throw error
    throw new ListError(error.message)
  }
}

async function* streamOf(entries: readonly ListEntry[]): AsyncGenerator<ListEntry> {
  yield* entries
}

interface FirmList {
  positions: ReadonlyMap<Column, number>
  names: readonly string[]
  /** The rows of the uids so far. */
  uids: Map<string, number>
  unknownKinds: string[]
}

/** A row that is left out. */
class RowError extends ListError {}

function readRow(
  { positions, names, uids, unknownKinds }: FirmList,
  { number: line, cells }: TableRow,
): DraftEntry {
  const cellOf = (column: Column) => cells[positions.get(column) ?? -1] ?? null
  const refuse = (column: Column, reason: string): never => {
    const header = names[positions.get(column) ?? -1] ?? column
    const value = cellOf(column)?.text.slice(0, 60) ?? ''
    throw new RowError(`Column ${header}${value === '' ? '' : `, “${value}”`}: ${reason}`, {
      line,
      column: (positions.get(column) ?? 0) + 1,
    })
  }
  for (const column of positions.keys()) {
    const cell = cellOf(column)
    if (cell?.kind === 'error') refuse(column, 'the spreadsheet shows an error.')
    if (cell !== null && (hasBrokenLetters(cell) || (cell.kind === 'text' && hasLostLetters(cell.text))))
      throw new ListError(lostLettersText(cell.text), { line })
  }
  const field = (column: Column) => {
    const cell = cellOf(column)
    if (cell === null) return ''
    return column === 'uid' || column === 'documents' ? wholeText(cell) : textOf(cell).trim()
  }
  const several = (column: Column) =>
    field(column)
      .split(/;| \/ |\n/u)
      .map((text) => text.trim())
      .filter(Boolean)
  const name = field('name') || `${field('firstName')} ${field('surname')}`.trim()
  if (name === '') refuse(positions.has('name') ? 'name' : 'surname', 'this row has no name.')
  const givenKind = field('kind').toLowerCase()
  const kind = kinds.get(givenKind) ?? 'internal'
  const uid = field('uid') || `${name} ${field('birth')}`.trim()
  const earlier = uids.get(uid)
  if (earlier !== undefined) refuse('uid', `the uid ${uid} occurs twice, first in row ${earlier}.`)
  uids.set(uid, line)
  const what = kindsOfEntries.get(field('what').toLowerCase())
  const entry = newEntry(uid, what ?? (ORGANISATION.test(name) ? 'organisation' : 'person'))
  addDetail(entry, 'file', String(line))
  addName(entry, name, 'primary')
  for (const alias of several('aliases')) addName(entry, alias, 'strong')
  for (const birth of birthsOf(cellOf('birth'), several('birth'))) {
    if (birth === null) refuse('birth', 'this is no year or date such as 1970-07-14.')
    else addBirth(entry, birth)
  }
  for (const country of several('countries')) addText(entry.countries, country)
  for (const number of several('documents')) addDocument(entry, number)
  entry.programme = kind
  addRemarks(entry, field('note'))
  if (!kinds.has(givenKind) && !unknownKinds.includes(givenKind)) unknownKinds.push(givenKind)
  return entry
}

/** Years and days; null for what is neither. A number or day of a spreadsheet is one value. */
function birthsOf(cell: Cell | null, texts: readonly string[]) {
  const cells =
    cell === null || cell.kind === 'text' ? texts.map((text) => ({ kind: 'text' as const, text })) : [cell]
  return cells.map((each) => {
    if (/^\d{4}$/u.test(each.text)) return { year: each.text }
    const day = readDay(each, 'dmy')
    if (day === null) return null
    const [year, month, dayOfMonth] = day.split('-')
    return { year, month: Number(month), day: Number(dayOfMonth) }
  })
}
