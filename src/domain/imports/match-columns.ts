import { headerKeys } from '#domain/input/table-header.ts'
import { foldText } from '#domain/input/fold-text.ts'
import { readIdNumber } from '#domain/south-africa/id-number.ts'
import { textOf, type Cell } from './cells.ts'
import { importFieldLabel, importFields, statusSynonyms, synonyms, type ImportField } from './fields.ts'

/** The field of each header that is known, by its key: labels win over synonyms. */
const fieldByKey: ReadonlyMap<string, ImportField> = new Map([
  ...importFields.flatMap((field) => (synonyms[field] ?? []).map((key) => [key, field] as const)),
  ...importFields.flatMap((field) => headerKeys(importFieldLabel(field)).map((key) => [key, field] as const)),
])

/** The keys of headers that are known, to find sheet, header and delimiter of a file. */
export const knownHeaders: readonly string[] = [...fieldByKey.keys()]

/** A column, its header and some of its values. */
export interface Column {
  header: string
  samples: (Cell | null)[]
}

/** Proposes a field for each column by its header and its values. Each field is proposed once. */
export function proposeFields(columns: readonly Column[]): (ImportField | null)[] {
  const proposed = columns.map((column) => byHeader(column))
  nameParts(columns, proposed)
  columns.forEach((_, index) => {
    if (isPostalCode(columns, proposed, index)) proposed[index] = 'postalCode'
  })
  const isFirst = (field: ImportField | null, index: number) => proposed.indexOf(field) === index
  const once = proposed.map((field, index) => (field !== null && isFirst(field, index) ? field : null))
  for (const field of ['email', 'idNumber'] as const) {
    if (once.includes(field)) continue
    const index = columns.findIndex(({ samples }, at) => once[at] === null && fits(field, samples))
    if (index !== -1) once[index] = field
  }
  return once
}

function byHeader({ header, samples }: Column): ImportField | null {
  const key = headerKeys(header).find((each) => fieldByKey.has(each))
  const field = key === undefined ? null : (fieldByKey.get(key) ?? null)
  // "State" is a status, or a province as in contact lists.
  if (key === 'state' && !textsOf(samples).every((text) => statusSynonyms.has(foldText(text)))) {
    return 'stateProvince'
  }
  return field
}

/** "Name" beside "Surname" is the first name; a full name beside its parts is not proposed. */
function nameParts(columns: readonly Column[], proposed: (ImportField | null)[]): void {
  const at = (field: ImportField) => proposed.indexOf(field)
  const full = at('fullName')
  if (full === -1 || at('surname') === -1) {
    if (full !== -1 && at('firstName') !== -1) proposed[at('firstName')] = null
    return
  }
  const isBare = ['name', 'names', 'naam', 'name(s)'].includes(foldText(columns[full]?.header ?? '').trim())
  if (at('firstName') !== -1) proposed[full] = null
  else if (isBare) proposed[full] = 'firstName'
  else proposed[at('surname')] = null
}

/** A "Code" of three or four digits after a town. */
function isPostalCode(
  columns: readonly Column[],
  proposed: readonly (ImportField | null)[],
  index: number,
): boolean {
  if (proposed.includes('postalCode')) return false
  const field = proposed[index]
  const before = proposed[index - 1]
  if (before !== 'city' && before !== 'stateProvince' && before !== 'country') return false
  if (field !== null && field !== 'externalReference') return false
  const texts = textsOf(columns[index]?.samples ?? [])
  return texts.length > 0 && texts.every((text) => /^\d{3,4}$/u.test(text))
}

function textsOf(samples: readonly (Cell | null)[]): string[] {
  return samples.flatMap((cell) => (cell === null ? [] : [textOf(cell).trim()]))
}

/** Of a column without a known header, most values decide: real lists have gaps and remarks. */
const MIN_SHARE = 0.8

function fits(field: 'email' | 'idNumber', samples: readonly (Cell | null)[]): boolean {
  const texts = textsOf(samples)
  const fitting = texts.filter((text) =>
    field === 'email' ? /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(text) : readIdNumber(text) !== null,
  )
  return texts.length > 0 && fitting.length >= texts.length * MIN_SHARE
}
