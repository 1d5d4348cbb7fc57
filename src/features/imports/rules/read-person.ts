import { usernameSchema } from '#features/access/api/auth.ts'
import { foldText } from '#base/rules/input/fold-text.ts'
import { tidyLine, tidyName } from '#base/rules/input/tidy.ts'
import { hasBrokenLetters, textOf, type Cell } from '#base/rules/tables/cells.ts'
import type { ImportField } from './fields.ts'
import type { RowProblem, RowProblemCode } from './problems.ts'

/** The cells of a row by field; empty ones are missing. */
export type Values = ReadonlyMap<ImportField, Cell>

/** Collects the problems of a row. */
export interface Problems {
  all: RowProblem[]
  add: (code: RowProblemCode, field?: ImportField) => void
}

export function collectProblems(): Problems {
  const all: RowProblem[] = []
  return { all, add: (code, field) => all.push({ code, field: field ?? null }) }
}

/** The cells of a row by the fields of its columns. */
export function valuesOf(
  cells: readonly (Cell | null)[],
  columns: readonly (ImportField | null)[],
): Map<ImportField, Cell> {
  const values = new Map<ImportField, Cell>()
  columns.forEach((field, index) => {
    const cell = cells[index]
    if (field !== null && cell && cell.text.trim() !== '') values.set(field, cell)
  })
  return values
}

/** How values of a column are compared. */
export function valueKey(text: string): string {
  return foldText(tidyLine(text))
}

/** The beginning of a row that sums up. */
const TOTAL = /^(?:grand |sub)?(?:total|totaal)\b/u

/** A shorter number beside a total is a count of rows. */
const MIN_NUMBER_LENGTH = 6

/** Whether a row repeats the header, as at the top of each printed page. */
export function repeatsHeader(cells: readonly (Cell | null)[], headers: readonly string[]): boolean {
  const texts = cells.map((cell) => (cell === null ? '' : valueKey(textOf(cell))))
  return (
    texts.some((text) => text !== '') &&
    headers.every((header, index) => valueKey(header) === (texts[index] ?? ''))
  )
}

/** Whether a row is a footer or a note: without an address, and hardly filled in, or a total. */
export function isNoPerson(values: Values, cells: readonly (Cell | null)[]): boolean {
  if (values.get('email')?.text.includes('@') === true) return false
  const [first, ...others] = cells.filter((cell) => cell !== null)
  if (first === undefined || others.length === 0) return true
  const { length } = values.get('idNumber')?.text ?? ''
  return length < MIN_NUMBER_LENGTH && TOTAL.test(foldText(first.text.slice(0, 40)).trim())
}

/** Reports the error values of a spreadsheet, such as "#REF!". */
export function reportCellErrors(values: Values, { add }: Problems): void {
  for (const [field, cell] of values) {
    if (cell.kind === 'error') add('cell-error', field)
    else if (hasBrokenLetters(cell)) add('letters-broken', field)
  }
}

/** The username: also from "mailto:thandi@example.com" and "Thandi <thandi@example.com>". */
export function readEmail(values: Values, { add }: Problems): string | null {
  const cell = values.get('email')
  if (cell === undefined) {
    add('email-missing', 'email')
    return null
  }
  const [, inBrackets] = /<([^<>]+)>\s*$/u.exec(cell.text) ?? []
  const parsed = usernameSchema.safeParse((inBrackets ?? cell.text).trim().replace(/^mailto:/iu, ''))
  if (parsed.success) return parsed.data
  add('email-invalid', 'email')
  return null
}

/** The parts of a name in their order. */
const nameParts = ['firstName', 'middleNames', 'surname'] as const satisfies ImportField[]
const MAX_NAME_LENGTH = 200

/** The full name; "Mokoena, Thandi" is turned around, and "Thandi <thandi@example.com>" loses the address. */
export function readName(values: Values, { add }: Problems): string | null {
  const partOf = (field: ImportField) => {
    const cell = values.get(field)
    const text = cell === undefined ? '' : textOf(cell).replace(/<[^<>@]*@[^<>]*>\s*$/u, '')
    return tidyName(text.replaceAll(/\p{Cc}/gu, ' '))
  }
  const [, surname = '', first = ''] = /^([^,]+),([^,]+)$/u.exec(partOf('fullName')) ?? []
  const name =
    surname === ''
      ? partOf('fullName') || nameParts.map(partOf).filter(Boolean).join(' ')
      : `${first} ${surname}`
  const tidy = name.trim().slice(0, MAX_NAME_LENGTH)
  if (/\p{L}/u.test(tidy)) return tidy
  add('name-missing', 'fullName')
  return null
}
