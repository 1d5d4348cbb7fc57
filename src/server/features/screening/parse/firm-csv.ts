import { Header, type CsvRow } from './csv-rows.ts'
import { addBirth, addName, addText, cleanText, newEntry, type DraftEntry } from './entry-builder.ts'
import { ListError } from './list-error.ts'
import { mergeParts } from './merge-parts.ts'
import type { ParsedList } from './parsed-list.ts'

const COLUMNS = ['uid', 'kind', 'name', 'aliases', 'birth', 'countries', 'documents', 'note']
const KINDS = ['sanction', 'exposed', 'internal']

/** Reads a firm's own list. Several values of a field are separated by semicolons; `birth` is a year or yyyy-MM-dd. */
export function parseFirmCsv(rows: AsyncIterable<CsvRow>, folder: string): ParsedList {
  const parts = async function* parts() {
    let header: Header | null = null
    for await (const row of rows) {
      if (header === null) {
        header = new Header(row, COLUMNS)
        continue
      }
      const entry = readRow(header, row)
      yield { uid: entry.uid, part: { entry, line: row.line } }
    }
  }
  const entries = mergeParts(folder, parts(), (uid, [first, second]) => {
    if (second !== undefined) throw new ListError(`The uid ${uid} occurs twice.`, { line: second.line })
    return first?.entry ?? null
  })
  return { source: 'FIRM', entries, generatedOn: null, unreadable: 0 }
}

function readRow(header: Header, row: CsvRow): DraftEntry {
  const field = (name: string) => header.field(row, name)
  const several = (name: string) =>
    field(name)
      .split(';')
      .map((text) => text.trim())
      .filter(Boolean)
  const { line } = row
  if (field('uid') === '') throw new ListError('A row has no uid.', { line, column: 1 })
  if (field('name') === '') throw new ListError('A row has no name.', { line, column: 3 })
  if (!KINDS.includes(field('kind')))
    throw new ListError(`The kind has to be one of ${KINDS.join(', ')}.`, { line, column: 2 })
  const entry = newEntry(field('uid'), true)
  addName(entry, field('name'), 'primary')
  for (const alias of several('aliases')) addName(entry, alias, 'strong')
  for (const birth of several('birth')) {
    const [, year, month, day] = /^(\d{4})(?:-(\d\d)-(\d\d))?$/u.exec(birth) ?? []
    if (year === undefined)
      throw new ListError(`${birth.slice(0, 40)} is no year or date (yyyy-MM-dd).`, { line, column: 5 })
    addBirth(entry, { year, ...(month === undefined ? {} : { month: Number(month), day: Number(day) }) })
  }
  for (const country of several('countries')) addText(entry.countries, country)
  for (const number of several('documents')) addText(entry.documents, number)
  entry.programme = field('kind')
  entry.remarks = cleanText(field('note'))
  return entry
}
