import { Header, type CsvRow } from './csv-rows.ts'
import { addBirth, addName, addText, newEntry, cleanText, type DraftEntry } from './entry-builder.ts'
import { mergeParts } from './merge-parts.ts'
import type { ParsedList } from './parsed-list.ts'

const NEEDED = ['Entity_LogicalId', 'Entity_SubjectType', 'NameAlias_WholeName', 'fileGenerationDate']

/** Reads the European Union's CSV (version 1.1): several rows for each entry. */
export function parseEuCsv(rows: AsyncIterable<CsvRow>, folder: string): ParsedList {
  let header: Header | null = null
  const parts = async function* parts() {
    for await (const row of rows) {
      if (header === null) {
        header = new Header(row, NEEDED)
        continue
      }
      const uid = header.field(row, 'Entity_LogicalId')
      if (/^\d+$/u.test(uid)) {
        list.generatedOn ??= dayOf(header.field(row, 'fileGenerationDate'))
        yield { uid, part: row.fields }
      } else list.unreadable += 1
    }
  }
  const entries = mergeParts(folder, parts(), (uid, found) => header && entryOf(header, uid, found))
  const list: ParsedList = { source: 'EU', entries, generatedOn: null, unreadable: 0 }
  return list
}

function entryOf(header: Header, uid: string, rows: readonly string[][]): DraftEntry {
  const isPerson =
    rows[0] !== undefined && header.field({ fields: rows[0] }, 'Entity_SubjectType').startsWith('P')
  const entry = newEntry(uid, isPerson ? 'person' : 'organisation')
  for (const fields of rows) addRow(entry, (name) => header.field({ fields }, name))
  return entry
}

function addRow(entry: DraftEntry, field: (name: string) => string): void {
  const parts = ['NameAlias_FirstName', 'NameAlias_MiddleName', 'NameAlias_LastName']
    .map(field)
    .filter(Boolean)
  addName(
    entry,
    field('NameAlias_WholeName') || parts.join(' '),
    entry.names.length === 0 ? 'primary' : 'strong',
  )
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/u.exec(field('BirthDate_BirthDate')) ?? []
  addBirth(entry, {
    year: year ?? field('BirthDate_Year'),
    month: Number(month ?? (field('BirthDate_Month') || Number.NaN)),
    day: Number(day ?? (field('BirthDate_Day') || Number.NaN)),
    about: field('BirthDate_Circa').toLowerCase() === 'true',
  })
  addText(entry.countries, field('Citizenship_CountryIso2Code'))
  addText(entry.documents, field('Identification_Number'))
  const sex = field('NameAlias_Gender')
  if (sex === 'M') entry.sex = 'male'
  if (sex === 'F') entry.sex = 'female'
  entry.programme ||= cleanText(field('Entity_Regulation_Programme'))
  entry.remarks ||= cleanText(field('Entity_Remark'))
}

/** `dd/mm/yyyy` or an ISO date. */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/u.exec(text) ?? []
  if (year !== undefined) return `${year}-${month}-${day}`
  return /^\d{4}-\d\d-\d\d/u.test(text) ? text.slice(0, 10) : null
}
