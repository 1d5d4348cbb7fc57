import { FIRST_BIRTH_YEAR } from '#base/rules/time/first-birth-year.ts'

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/u

/** Days in a month; without a year February has 29, so that every date can be chosen. */
export function daysInMonth(year: number | undefined, month: number): number {
  return new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate()
}

/** Whether a text is a real date, yyyy-MM-dd, from 1920. */
export function isBirthDate(text: string): boolean {
  const [, year, month, day] = ISO_DATE.exec(text) ?? []
  if (year === undefined || Number(year) < FIRST_BIRTH_YEAR) return false
  const monthNumber = Number(month)
  return (
    monthNumber >= 1 &&
    monthNumber <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysInMonth(Number(year), monthNumber)
  )
}

/** Whether a day (yyyy-MM-dd) is after today. */
export function isAfterToday(text: string, now: Date): boolean {
  return text > now.toISOString().slice(0, 10)
}
