import { Header, type CsvRow } from './csv-rows.ts'
import type { ListEntry } from '#features/screening/rules/lists.ts'
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
import { mergeParts } from './merge-parts.ts'
import type { ParsedList } from './parsed-list.ts'

const NEEDED = ['Entity_LogicalId', 'NameAlias_WholeName', 'fileGenerationDate']
const ADDRESS = ['Street', 'PoBox', 'ZipCode', 'City', 'Region', 'CountryIso2Code']
const BORN_AT = ['Place', 'City', 'Region', 'CountryIso2Code']

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
        yield { uid, part: [...row.fields, String(row.line)] }
      } else list.unreadable += 1
    }
  }
  const entries = mergeParts(folder, parts(), (uid, found) => header && entryOf(header, uid, found))
  const list: ParsedList = { source: 'EU', entries, generatedOn: null, unreadable: 0 }
  return list
}

function entryOf(header: Header, uid: string, rows: readonly string[][]): ListEntry {
  const [first = []] = rows
  const type = (name: string) => header.field({ fields: first }, name)
  const isPerson =
    type('Entity_SubjectType').startsWith('P') || type('Entity_SubjectType_ClassificationCode') === 'person'
  const entry = newEntry(uid, isPerson ? 'person' : 'organisation')
  addDetail(entry, 'file', first.at(-1))
  for (const fields of rows) addRow(entry, (name) => header.field({ fields }, name))
  return finishEntry(entry)
}

function addRow(entry: DraftEntry, field: (name: string) => string): void {
  const joined = (prefix: string, names: readonly string[]) =>
    names.flatMap((name) => field(`${prefix}_${name}`) || []).join(', ')
  const parts = ['NameAlias_FirstName', 'NameAlias_MiddleName', 'NameAlias_LastName']
    .map(field)
    .filter(Boolean)
  addName(
    entry,
    field('NameAlias_WholeName') || parts.join(' '),
    entry.names.length === 0 ? 'primary' : 'strong',
  )
  addDateOfBirth(entry, field)
  addText(entry.countries, field('Citizenship_CountryIso2Code'))
  addText(entry.birthCountries, field('BirthDate_CountryIso2Code'))
  addDocument(entry, field('Identification_Number'))
  const sex = field('NameAlias_Gender')
  if (sex === 'M') entry.sex = 'male'
  if (sex === 'F') entry.sex = 'female'
  addDetail(entry, 'reference', field('Entity_EU_ReferenceNumber'))
  addDetail(entry, 'title', field('NameAlias_Title'))
  addDetail(entry, 'position', field('NameAlias_Function'))
  addDetail(entry, 'birthTown', joined('BirthDate', BORN_AT))
  addDetail(entry, 'addresses', joined('Address', ADDRESS))
  addDetail(entry, 'listedOn', field('Entity_DesignationDate'))
  entry.programme ||= cleanText(field('Entity_Regulation_Programme'))
  addRemarks(entry, field('Entity_Remark'))
}

/** A day, a year or a range; of other calendars the year only. */
function addDateOfBirth(entry: DraftEntry, field: (name: string) => string): void {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/u.exec(field('BirthDate_BirthDate')) ?? []
  const about = field('BirthDate_Circa').toLowerCase() === 'true'
  const calendar = field('BirthDate_CalendarType')
  if (calendar !== '' && calendar.toUpperCase() !== 'GREGORIAN') {
    addBirth(entry, { year: year ?? field('BirthDate_Year'), about })
    const given = [field('BirthDate_Day'), field('BirthDate_Month'), field('BirthDate_Year')].filter(Boolean)
    addRemarks(entry, `Born ${given.join('/')} in the calendar ${calendar}.`)
    return
  }
  addBirth(entry, {
    year: (year ?? field('BirthDate_Year')) || field('BirthDate_YearRangeFrom'),
    to: field('BirthDate_YearRangeTo') || undefined,
    month: Number(month ?? (field('BirthDate_Month') || Number.NaN)),
    day: Number(day ?? (field('BirthDate_Day') || Number.NaN)),
    about,
  })
}

/** `dd/mm/yyyy` or an ISO date. */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/u.exec(text) ?? []
  if (year !== undefined) return `${year}-${month}-${day}`
  return /^\d{4}-\d\d-\d\d/u.test(text) ? text.slice(0, 10) : null
}
