import { ListError } from './list-error.ts'
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
  }
}

/** Adds a name once; a better quality replaces a worse one. */
export function addName(entry: DraftEntry, text: string | undefined, quality: NameQuality): void {
  const name = cleanText(text, MAX_NAME)
  if (name === '') return
  requireFew(entry.names)
  const known = entry.names.find((one) => one.name === name)
  if (known === undefined) entry.names.push({ name, quality })
  else if (known.quality === 'weak') known.quality = quality
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
