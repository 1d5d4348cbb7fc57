import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { daysInMonth } from '#base/rules/time/date-of-birth.ts'
import { foldText } from '#base/rules/input/fold-text.ts'
import { tidyLine } from '#base/rules/input/tidy.ts'
import type { Cell } from '#base/rules/tables/cells.ts'

/** The order of "03/04/1980". */
export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** English and Afrikaans months by their first three letters. */
const months: ReadonlyMap<string, number> = new Map([
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map(
    (name, index) => [name, index + 1] as const,
  ),
  ['mrt', 3],
  ['maa', 3],
  ['mei', 5],
  ['okt', 10],
  ['des', 12],
])

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]\d.*)?$/u
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?: \d.*)?$/u
const NAMED_MONTH = /^(\d{1,2})[ -]([a-z]{3,})\.?[ -](\d{4}|\d{2})$/u
/** "January 31, 1980". */
const MONTH_FIRST = /^([a-z]{3,})\.? (\d{1,2}),? (\d{4})$/u
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/u
/** A day as a spreadsheet counts it, without its format: 1927 to 2099, four years later where it counts from 1904. */
const SERIAL = /^([1-6]\d{4}|7[0-2]\d{3})(?:[.,]\d+)?$/u
/** Where spreadsheets begin to count days. */
const START = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const

/**
 * Reads a day (yyyy-MM-dd) from a cell.
 *
 * @param known the day that two-digit years must match; others are refused
 * @returns null for what is no day
 */
export function readDay(cell: Cell, order: DateOrder, known: string | null = null): string | null {
  if (cell.kind === 'error') return null
  const text = foldDate(cell.text)
  const [, serial] = SERIAL.exec(text) ?? []
  if (serial !== undefined) {
    const start = START[cell.is1904 === true ? 1904 : 1900]
    return new Date(start + Number(serial) * DAY_MS).toISOString().slice(0, 10)
  }
  const [, year = '', month = '', day = ''] = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? []
  if (year !== '') return dayOf(year, Number(month), day)
  const [, first = '', second = '', yearLast = ''] = YEAR_LAST.exec(text) ?? []
  if (yearLast !== '') {
    const [dayPart, monthPart] = order === 'dmy' ? [first, second] : [second, first]
    return withCentury(yearLast, Number(monthPart), dayPart, known)
  }
  const [, monthBefore = '', dayAfter = '', yearAfter = ''] = MONTH_FIRST.exec(text) ?? []
  if (yearAfter !== '') return dayOf(yearAfter, months.get(monthBefore.slice(0, 3)) ?? 0, dayAfter)
  const [, dayOfMonth = '', name = '', namedYear = ''] = NAMED_MONTH.exec(text) ?? []
  return withCentury(namedYear, months.get(name.slice(0, 3)) ?? 0, dayOfMonth, known)
}

/** Two short numbers and the beginning of a year: other texts need no folding, which is slow. */
const LIKE_A_DAY = /^\D{0,3}\d{1,2}\D{1,3}\d{1,2}\D{1,3}\d/u

/** Whether a text could be read in both orders: "03/04/1980". */
export function isAmbiguousDay({ kind, text }: Cell): boolean {
  if (!LIKE_A_DAY.test(text)) return false
  const [, first = '', second = ''] = (kind === 'text' ? YEAR_LAST.exec(foldDate(text)) : null) ?? []
  return first !== '' && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
}

/** Hyphens stay, unlike in other folded texts. */
function foldDate(text: string): string {
  return tidyLine(text)
    .split('-')
    .map((part) => foldText(part))
    .join('-')
}

function withCentury(year: string, month: number, day: string, known: string | null): string | null {
  if (year.length !== 2) return dayOf(year, month, day)
  const read = known === null ? null : dayOf(`${known.slice(0, 2)}${year}`, month, day)
  return read === known ? read : null
}

function dayOf(year: string, month: number, day: string): string | null {
  const isDay =
    year.length === 4 &&
    month >= 1 &&
    month <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysInMonth(Number(year), month)
  return isDay ? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` : null
}
