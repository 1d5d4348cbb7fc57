import { headerKeys } from '#base/rules/input/table-header.ts'
import { foldText } from '#base/rules/input/fold-text.ts'
import { readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { textOf, type Cell } from '#base/rules/tables/cells.ts'
import { isTelephone } from './contact-cells.ts'
import { importFieldLabel, importFields, statusSynonyms, type ImportField } from './fields.ts'
import { synonyms, weakSynonyms } from './header-synonyms.ts'

const fieldsByKey = (known: typeof synonyms) =>
  importFields.flatMap((field) => (known[field] ?? []).map((key) => [key, field] as const))

/** The field of each header that is known, by its key: labels win over synonyms. */
const fieldByKey: ReadonlyMap<string, ImportField> = new Map([
  ...fieldsByKey(weakSynonyms),
  ...fieldsByKey(synonyms),
  ...importFields.flatMap((field) => headerKeys(importFieldLabel(field)).map((key) => [key, field] as const)),
])
const weakKeys: ReadonlySet<string> = new Set(fieldsByKey(weakSynonyms).map(([key]) => key))

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
  leaveOutWeak(columns, proposed)
  nameParts(columns, proposed)
  columns.forEach((_, index) => {
    if (isPostalCode(columns, proposed, index)) proposed[index] = 'postalCode'
  })
  const once = proposed.map((field, index) =>
    field !== null && firstFilled(columns, proposed, field) === index ? field : null,
  )
  for (const field of ['email', 'idNumber', 'mobileNumber'] as const) {
    if (once.includes(field)) continue
    const index = columns.findIndex(({ samples }, at) => once[at] === null && fits(field, samples))
    if (index !== -1) once[index] = field
  }
  return once
}

/** The first column of a field that has values, else its first one. */
function firstFilled(
  columns: readonly Column[],
  proposed: readonly (ImportField | null)[],
  field: ImportField,
): number {
  const filled = columns.findIndex(({ samples }, index) => proposed[index] === field && samples.length > 0)
  return filled === -1 ? proposed.indexOf(field) : filled
}

const addressFields: ReadonlySet<ImportField> = new Set<ImportField>([
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'city',
  'stateProvince',
  'postalCode',
  'country',
])

/** A business address counts only where there is no other one, so that no two are mixed; likewise a second number. */
function leaveOutWeak(columns: readonly Column[], proposed: (ImportField | null)[]): void {
  const isWeak = ({ header }: Column) => headerKeys(header).some((key) => weakKeys.has(key))
  const strong = new Set(
    columns.flatMap((column, index) =>
      column.samples.length > 0 && !isWeak(column) ? (proposed[index] ?? []) : [],
    ),
  )
  const hasAddress = [...strong].some((field) => addressFields.has(field))
  for (const [index, column] of columns.entries()) {
    const field = proposed[index] ?? null
    if (field === null || !isWeak(column)) continue
    if (strong.has(field) || (hasAddress && addressFields.has(field))) proposed[index] = null
  }
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

const contentTests = {
  email: (text: string) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(text),
  idNumber: (text: string) => readIdNumber(text) !== null,
  mobileNumber: isTelephone,
} as const

function fits(field: keyof typeof contentTests, samples: readonly (Cell | null)[]): boolean {
  const texts = textsOf(samples)
  const fitting = texts.filter(contentTests[field])
  return texts.length > 0 && fitting.length >= texts.length * MIN_SHARE
}
