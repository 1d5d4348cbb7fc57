import type { EntryKind } from '#features/screening/rules/lists.ts'
import { addBirth, addName, addText, cleanText, newEntry, type DraftEntry } from './entry-builder.ts'
import type { CsvRow } from './csv-rows.ts'
import { mergeParts } from './merge-parts.ts'
import type { ParsedList } from './parsed-list.ts'

/** Columns of `sdn.csv`, and of `alt.csv`, which may follow it in the same file. */
const SDN_COLUMNS = 12
const ALT_COLUMNS = 5
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const BIRTH =
  /DOB (circa |c\. )?(?:(\d{1,2}) )?(?:(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) )?(\d{4})(?: to (?:\d{1,2} )?(?:\w{3} )?(\d{4}))?/gu
const COUNTRY = /(?:nationality|citizen) ([A-Z].*)/u
const COUNTRY_NAME = /^[A-Za-z ,()]+$/u
const DOCUMENT = /(?:Passport|National ID No\.|Identification Number) ([A-Z0-9-]{5,40})/gu
const WEAK_ALIAS = /a\.k\.a\. '([^']{1,200})'/gu

/** Reads OFAC's `sdn.csv`, with or without `alt.csv` after it. It has no date of its own. */
export function parseOfacCsv(rows: AsyncIterable<CsvRow>, folder: string): ParsedList {
  const parts = async function* parts() {
    for await (const { fields } of rows) {
      const uid = fieldOf(fields[0])
      if (uid === '\u001A' || (fields.length === 1 && uid === '')) continue
      const isKnown = fields.length >= SDN_COLUMNS || fields.length === ALT_COLUMNS
      if (isKnown && /^\d+$/u.test(uid)) yield { uid, part: fields }
      else list.unreadable += 1
    }
  }
  const list: ParsedList = {
    source: 'OFAC',
    entries: mergeParts(folder, parts(), entryOf),
    generatedOn: null,
    unreadable: 0,
  }
  return list
}

function entryOf(uid: string, rows: readonly string[][]): DraftEntry | null {
  let entry: DraftEntry | null = null
  for (const fields of rows) {
    if (fields.length >= SDN_COLUMNS) entry = readEntry(uid, fields)
    else if (entry !== null) addName(entry, nameOf(entry, fields[3]), 'strong')
  }
  return entry
}

/** `-0-` is OFAC's empty field. */
function fieldOf(field: string | undefined): string {
  const text = (field ?? '').trim()
  return text === '-0-' ? '' : text
}

const kinds: Readonly<Partial<Record<string, EntryKind>>> = {
  individual: 'person',
  vessel: 'ship',
  aircraft: 'aircraft',
}

/** Organisations have an empty field. */
function kindOf(type: string): EntryKind {
  return kinds[type.toLowerCase()] ?? 'organisation'
}

function readEntry(id: string, fields: readonly string[]): DraftEntry {
  const entry = newEntry(id, kindOf(fieldOf(fields[2])))
  addName(entry, nameOf(entry, fields[1]), 'primary')
  entry.programme = cleanText(fieldOf(fields[3]))
  const remarks = cleanText(fieldOf(fields[11]))
  entry.remarks = remarks
  for (const [, about, day, month, year, to] of remarks.matchAll(BIRTH)) {
    addBirth(entry, {
      year,
      to,
      month: month === undefined ? undefined : MONTHS.indexOf(month) + 1,
      day: day === undefined ? undefined : Number(day),
      about: about !== undefined,
    })
  }
  for (const remark of remarks.split(/[;.]/u)) {
    const [, country = ''] = COUNTRY.exec(remark) ?? []
    if (COUNTRY_NAME.test(country)) addText(entry.countries, country)
  }
  for (const [, number] of remarks.matchAll(DOCUMENT)) addText(entry.documents, number)
  for (const [, alias] of remarks.matchAll(WEAK_ALIAS)) addName(entry, alias, 'weak')
  if (/Gender Male/u.test(remarks)) entry.sex = 'male'
  if (/Gender Female/u.test(remarks)) entry.sex = 'female'
  return entry
}

/** "FAMILY, Given" of a person as "Given FAMILY". */
function nameOf({ kind }: DraftEntry, field: string | undefined): string {
  const name = fieldOf(field)
  const comma = name.indexOf(',')
  return kind === 'person' && comma > 0
    ? `${name.slice(comma + 1).trim()} ${name.slice(0, comma).trim()}`
    : name
}
