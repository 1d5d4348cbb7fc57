import { Header, type CsvRow } from './csv-rows.ts'
import type { EntryKind, ListEntry } from '#features/screening/rules/lists.ts'
import {
  addBirth,
  addDetail,
  addDocument,
  addName,
  addRemarks,
  addText,
  cleanText,
  finishEntry,
  newEntry,
  type DraftEntry,
} from './entry-builder.ts'
import { ListError } from './list-error.ts'
import { mergeParts } from './merge-parts.ts'
import type { ParsedList } from './parsed-list.ts'

const NEEDED = ['Unique ID', 'Name 6']
/** Its name since 2026, and before. */
const TYPE = ['Designation Type', 'Individual, Entity, Ship']
const ADDRESS = [
  ...[1, 2, 3, 4, 5, 6].map((line) => `Address Line ${line}`),
  'Address Postal Code',
  'Address Country',
]
const kinds: Readonly<Partial<Record<string, EntryKind>>> = {
  individual: 'person',
  entity: 'organisation',
  ship: 'ship',
}
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Reads the United Kingdom's sanctions list: its date in line 1, the header in line 2. */
export function parseUkCsv(rows: AsyncIterable<CsvRow>, folder: string): ParsedList {
  let header: Header | null = null
  const parts = async function* parts() {
    for await (const row of rows) {
      if (header === null) {
        if (list.generatedOn === null) list.generatedOn = reportDate(row)
        else header = headerOf(row)
        continue
      }
      const uid = header.field(row, 'Unique ID')
      if (uid === '') list.unreadable += 1
      else yield { uid, part: [...row.fields, String(row.line)] }
    }
  }
  const entries = mergeParts(folder, parts(), (uid, found) => header && entryOf(header, uid, found))
  const list: ParsedList = { source: 'UK', entries, generatedOn: null, unreadable: 0 }
  return list
}

function headerOf(row: CsvRow): Header {
  const header = new Header(row, NEEDED)
  if (TYPE.some((name) => header.has(name))) return header
  throw new ListError(`The header has no column ${TYPE[0]}.`, { line: row.line })
}

function entryOf(header: Header, uid: string, rows: readonly string[][]): ListEntry {
  const [first = []] = rows
  const type = TYPE.map((name) => header.field({ fields: first }, name)).find((text) => text !== '')
  const entry = newEntry(uid, kinds[(type ?? '').toLowerCase()] ?? 'organisation')
  addDetail(entry, 'reference', uid)
  addDetail(entry, 'file', first.at(-1))
  for (const fields of rows) addRow(entry, (name) => header.field({ fields }, name))
  return finishEntry(entry)
}

function addRow(entry: DraftEntry, field: (name: string) => string): void {
  const joined = (names: readonly string[]) => names.flatMap((name) => field(name) || []).join(', ')
  const parts = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'].map(field).filter(Boolean)
  const isAlias = /alias/iu.test(field('Name type'))
  const isWeak = isAlias && /low/iu.test(field('Alias strength'))
  addName(entry, parts.join(' '), isWeak ? 'weak' : isAlias ? 'strong' : 'primary')
  for (const birth of field('D.O.B').split(/[;()]/u)) {
    const [, day, month, year] = /(\d\d|dd)\/(\d\d|mm)\/(\d{4})/u.exec(birth) ?? []
    addBirth(entry, { year, month: Number(month), day: Number(day) })
  }
  for (const country of field('Nationality(/ies)').split(/[;/]/u)) addText(entry.countries, country)
  addText(entry.birthCountries, field('Country of birth'))
  addDocument(entry, field('Passport number'))
  addDocument(entry, field('National Identifier number'))
  addDocument(entry, field('Business registration number (s)'))
  const sex = field('Gender').toLowerCase()
  if (sex === 'male' || sex === 'female') entry.sex = sex
  addDetail(entry, 'title', field('Title'))
  addDetail(entry, 'position', field('Position'))
  addDetail(entry, 'birthTown', joined(['Town of birth', 'Country of birth']))
  addDetail(entry, 'addresses', joined(ADDRESS))
  addDetail(entry, 'originalScript', field('Name non-latin script'))
  addDetail(entry, 'listedOn', field('Date Designated'))
  addDetail(entry, 'changedOn', field('Last Updated'))
  entry.programme ||= cleanText(field('Regime Name'))
  addRemarks(entry, field('Other Information'))
}

/** "Report Date: 12-Nov-2026", or with figures. */
function reportDate({ fields, line }: CsvRow): string {
  const text = fields.join(' ')
  const [, day, name, year] = /(\d{1,2})[-/ ]([A-Za-z]{3}|\d{1,2})[A-Za-z]*[-/ ](\d{4})/u.exec(text) ?? []
  const month = /^\d/u.test(name ?? '') ? Number(name) : MONTHS.indexOf((name ?? '').toLowerCase()) + 1
  if (day === undefined || month < 1 || month > 12)
    throw new ListError('Line 1 has no report date.', { line })
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}
