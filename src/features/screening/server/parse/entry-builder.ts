import { birthDateOf, readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { ListError } from './list-error.ts'
import { bracketsIn, namesIn } from './name-brackets.ts'
import { idNumbersIn, numbersIn, numbersWithin } from './numbers-in.ts'
import type { EntryDetail, EntryKind, ListEntry, NameQuality } from '#features/screening/rules/lists.ts'

const MAX_TEXT = 2000
const MAX_NAME = 500
const MAX_FACTS = 1000
const CONTROLS = /[\p{Cc}\p{Cf}]+/gu

/** A text of a list without control and direction characters, at a length that can be stored. */
export function cleanText(text: string | undefined, max = MAX_TEXT): string {
  return (text ?? '').replaceAll(CONTROLS, ' ').replaceAll(/\s+/gu, ' ').trim().slice(0, max)
}

/** Real entries have a hundred names at most; each is compared with those before it. */
function requireFew(facts: readonly unknown[]): void {
  if (facts.length >= MAX_FACTS)
    throw new ListError(`An entry has more than ${MAX_FACTS} names, births or numbers.`)
}

/** An entry that is still being read. */
export interface DraftEntry extends ListEntry {
  names: { name: string; quality: NameQuality }[]
  births: ListEntry['births'][number][]
  countries: string[]
  documents: string[]
  details: Partial<Record<EntryDetail, string[]>>
  /** As the list writes them: countries where there is no other. */
  birthCountries: string[]
}

export function newEntry(uid: string, kind: EntryKind): DraftEntry {
  return {
    uid: cleanText(uid, 100),
    kind,
    names: [],
    births: [],
    countries: [],
    documents: [],
    sex: null,
    programme: '',
    remarks: '',
    details: {},
    birthCountries: [],
  }
}

/**
 * Adds the names in a text once; a better quality replaces a worse one. What is in brackets is a remark, of which numbers
 * are compared.
 */
export function addName(entry: DraftEntry, text: string | undefined, quality: NameQuality): void {
  for (const part of (text ?? '').split(';')) {
    for (const name of namesIn(cleanText(part, MAX_NAME))) addOneName(entry, name, quality)
    for (const within of bracketsIn(part)) addNumbers(entry, numbersWithin(within))
  }
}

function addOneName(entry: DraftEntry, name: string, quality: NameQuality): void {
  requireFew(entry.names)
  const known = entry.names.find((one) => one.name === name)
  if (known === undefined) entry.names.push({ name, quality })
  else if (known.quality === 'weak') known.quality = quality
}

/** Adds the numbers of a field for document numbers. */
export function addDocument(entry: DraftEntry, field: string | undefined): void {
  addNumbers(entry, numbersIn(cleanText(field)))
}

export function addNumbers({ documents }: DraftEntry, numbers: readonly string[]): void {
  for (const number of numbers) addText(documents, number)
}

/** Adds remarks to those before. */
export function addRemarks(entry: DraftEntry, text: string | undefined): void {
  const remark = cleanText(text)
  if (remark === '' || entry.remarks.includes(remark)) return
  entry.remarks = cleanText(`${entry.remarks} ${remark}`)
}

/** Where no nationality is given, the country of birth is compared; an identity number tells birth and sex. */
export function finishEntry({ birthCountries, ...entry }: DraftEntry): ListEntry {
  if (entry.countries.length === 0) entry.countries = birthCountries
  if (entry.kind !== 'person') return entry
  const draft = { ...entry, birthCountries }
  addNumbers(draft, idNumbersIn(entry.remarks))
  for (const number of entry.documents) {
    const facts = readIdNumber(number)
    if (facts === null) continue
    entry.sex ??= facts.sex
    const born = birthDateOf(facts, { now: new Date(), firstYear: 1900 })
    const [year, month, day] = born?.split('-') ?? []
    if (entry.births.length === 0) addBirth(draft, { year, month: Number(month), day: Number(day) })
  }
  return entry
}

/** Adds a text once. */
export function addText(texts: string[], text: string | undefined): void {
  const clean = cleanText(text, 200)
  requireFew(texts)
  if (clean !== '' && !texts.includes(clean)) texts.push(clean)
}

/** Adds what is shown of an entry, once. */
export function addDetail({ details }: DraftEntry, detail: EntryDetail, text: string | undefined): void {
  addText((details[detail] ??= []), text)
  if (details[detail].length === 0) delete details[detail]
}

/** Adds a birth from its parts; parts that are no date are ignored. */
export function addBirth(entry: DraftEntry, { year, to, month, day, about = false }: BirthParts): void {
  requireFew(entry.births)
  const from = Number(year)
  if (!Number.isInteger(from) || from < 1850 || from > 2100) return
  const end = Number(to ?? year)
  const exact =
    month !== undefined && day !== undefined && end === from ? exactDay(from, month, day) : undefined
  const birth = { from, to: end >= from && end <= 2100 ? end : from, day: exact, about }
  const known = JSON.stringify(birth)
  if (!entry.births.some((one) => JSON.stringify(one) === known)) entry.births.push(birth)
}

interface BirthParts {
  year: string | number | undefined
  to?: string | number | undefined
  month?: number | undefined
  day?: number | undefined
  about?: boolean
}

function exactDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined
}
