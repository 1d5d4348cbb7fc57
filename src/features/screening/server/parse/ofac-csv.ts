import type { EntryKind } from '#features/screening/rules/lists.ts'
import {
  addDetail,
  addName,
  addNumbers,
  addRemarks,
  addText,
  cleanText,
  finishEntry,
  newEntry,
  type DraftEntry,
} from './entry-builder.ts'
import type { CsvRow } from './csv-rows.ts'
import { ListError } from './list-error.ts'
import { mergeParts } from './merge-parts.ts'
import { numbersWithin } from './numbers-in.ts'
import { addOfacBirths } from './ofac-births.ts'
import type { ParsedList } from './parsed-list.ts'

/** The files of OFAC's list, by the number of their columns. */
const SDN_COLUMNS = 12
const ALT_COLUMNS = 5
const ADD_COLUMNS = 6
const COMMENT_COLUMNS = 2
const KNOWN_COLUMNS: ReadonlySet<number> = new Set([ALT_COLUMNS, ADD_COLUMNS, COMMENT_COLUMNS])

const COUNTRY = /(?:nationality|citizen) ([A-Z].*)/u
const COUNTRY_NAME = /^[A-Za-z ,()]+$/u
const BORN_AT = /POB ([^;]+)/gu
const NUMBER = /Passport|No\.|Number|Cedula|C\.U\.R\.P|R\.F\.C|D\.N\.I|SSN|Tax ID|Registration/u
/** Countries and days beside a number. */
const BESIDE_NUMBER = /\([^()]{0,200}\)|\d{1,2} [A-Z][a-z]{2} \d{4}/gu
const WEAK_ALIAS = /a\.k\.a\. '/gu
/** A weak alias ends before a mark: the name may have an apostrophe. */
const END_OF_ALIAS = /' ?(?:[;.,]|$)/u
const MAX_ALIAS = 200

/** Whether a first line is that of one of OFAC's files. */
export function isOfacRow(fields: readonly string[]): boolean {
  const isKnown = fields.length >= SDN_COLUMNS || KNOWN_COLUMNS.has(fields.length)
  return isKnown && /^\d+$/u.test(fieldOf(fields[0]))
}

/**
 * Reads OFAC's `sdn.csv` with `alt.csv`, `add.csv` and `sdn_comments.csv`, in any order. They have no date of their own.
 *
 * @throws ListError without `sdn.csv`
 */
export function parseOfacCsv(rows: AsyncIterable<CsvRow>, folder: string): ParsedList {
  let hasEntries = false
  let hasAliases = false
  const parts = async function* parts() {
    for await (const { fields, line } of rows) {
      const uid = fieldOf(fields[0])
      if (uid === '' && fields.length === 1) continue
      if (isOfacRow(fields)) {
        hasEntries ||= fields.length >= SDN_COLUMNS
        hasAliases ||= fields.length === ALT_COLUMNS
        yield { uid, part: [...fields, String(line)] }
      } else list.unreadable += 1
    }
    if (!hasEntries)
      throw new ListError('sdn.csv is missing. Load it together with alt.csv, add.csv and sdn_comments.csv.')
    if (!hasAliases) list.missing = 'alt.csv'
  }
  const list: ParsedList = {
    source: 'OFAC',
    entries: mergeParts(folder, parts(), entryOf),
    generatedOn: null,
    unreadable: 0,
  }
  return list
}

function entryOf(uid: string, rows: readonly string[][]) {
  // Each row ends with its line.
  const own = rows.find((fields) => fields.length > SDN_COLUMNS)
  if (own === undefined) return null
  const entry = newEntry(uid, kindOf(fieldOf(own[2])))
  addName(entry, nameOf(entry, own[1]), 'primary')
  entry.programme = cleanText(fieldOf(own[3]))
  addDetail(entry, 'title', fieldOf(own[4]))
  addDetail(entry, 'file', own.at(-1))
  addRemarks(entry, fieldOf(own[11]))
  for (const fields of rows) {
    if (fields.length === ALT_COLUMNS + 1) addName(entry, nameOf(entry, fields[3]), 'strong')
    if (fields.length === COMMENT_COLUMNS + 1) addRemarks(entry, fieldOf(fields[1]))
    if (fields.length === ADD_COLUMNS + 1)
      addDetail(entry, 'addresses', [fields[2], fields[3], fields[4]].map(fieldOf).filter(Boolean).join(', '))
  }
  readRemarks(entry)
  return finishEntry(entry)
}

/** `-0-` is OFAC's empty field, and the byte 1A the end of its files. */
function fieldOf(field: string | undefined): string {
  const text = (field ?? '').replaceAll('\u001A', '').trim()
  return text === '-0-' ? '' : text
}

export const ofacKinds: Readonly<Partial<Record<string, EntryKind>>> = {
  individual: 'person',
  vessel: 'ship',
  aircraft: 'aircraft',
}

/** Organisations have an empty field. */
function kindOf(type: string): EntryKind {
  return ofacKinds[type.toLowerCase()] ?? 'organisation'
}

function readRemarks(entry: DraftEntry): void {
  const { remarks } = entry
  addOfacBirths(entry, remarks, 'DOB ')
  for (const remark of remarks.split(/[;.]/u)) {
    const [, country = ''] = COUNTRY.exec(remark) ?? []
    if (COUNTRY_NAME.test(country)) addText(entry.countries, country)
  }
  for (const remark of remarks.split(';')) {
    if (NUMBER.test(remark)) addNumbers(entry, numbersWithin(remark.replaceAll(BESIDE_NUMBER, ' ')))
  }
  for (const [, town = ''] of remarks.matchAll(BORN_AT))
    addDetail(entry, 'birthTown', town.replace(/\.$/u, ''))
  for (const { 0: start, index } of remarks.matchAll(WEAK_ALIAS)) {
    const rest = remarks.slice(index + start.length).slice(0, MAX_ALIAS)
    const end = rest.search(END_OF_ALIAS)
    if (end > 0) addName(entry, rest.slice(0, end), 'weak')
  }
  if (/Gender Male/u.test(remarks)) entry.sex = 'male'
  if (/Gender Female/u.test(remarks)) entry.sex = 'female'
}

/** "FAMILY, Given" of a person as "Given FAMILY". */
function nameOf({ kind }: DraftEntry, field: string | undefined): string {
  const name = fieldOf(field)
  const comma = name.indexOf(',')
  return kind === 'person' && comma > 0
    ? `${name.slice(comma + 1).trim()} ${name.slice(0, comma).trim()}`
    : name
}
