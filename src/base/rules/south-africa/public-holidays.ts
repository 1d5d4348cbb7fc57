import { dayAfter, isSunday } from '#base/rules/time/calendar-days.ts'

/** Holidays with a fixed date, as MM-dd (Public Holidays Act 36 of 1994, Schedule 1). */
const FIXED = [
  '01-01', // New Year's Day
  '03-21', // Human Rights Day
  '04-27', // Freedom Day
  '05-01', // Workers' Day
  '06-16', // Youth Day
  '08-09', // National Women's Day
  '09-24', // Heritage Day
  '12-16', // Day of Reconciliation
  '12-25', // Christmas Day
  '12-26', // Day of Goodwill
] as const

const GOOD_FRIDAY = -2
const FAMILY_DAY = 1

const holidaysByYear = new Map<number, ReadonlySet<string>>()

/**
 * South African public holidays of a year (yyyy-MM-dd): fixed dates, Good Friday, Family Day, and the Monday after a
 * Sunday holiday (Act, section 2(1)). One-off days that the President declares (section 2A), such as elections, are not
 * included. Cached per year.
 */
function publicHolidaysOf(year: number): ReadonlySet<string> {
  const known = holidaysByYear.get(year)
  if (known !== undefined) return known
  const sunday = easterSunday(year)
  const named = [
    ...FIXED.map((date) => `${yearText(year)}-${date}`),
    dayAfter(sunday, GOOD_FRIDAY),
    dayAfter(sunday, FAMILY_DAY),
  ]
  const holidays = new Set([...named, ...named.filter(isSunday).map((day) => dayAfter(day, 1))])
  holidaysByYear.set(year, holidays)
  return holidays
}

/** Whether a day (yyyy-MM-dd) is a public holiday. */
export function isPublicHoliday(day: string): boolean {
  return publicHolidaysOf(yearOf(day)).has(day)
}

/** Public holidays from one day to another, both yyyy-MM-dd and inclusive. */
export function publicHolidaysBetween(first: string, last: string): string[] {
  const [from, to] = [yearOf(first), yearOf(last)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => [...publicHolidaysOf(from + index)])
    .flat()
    .filter((day) => day >= first && day <= last)
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

function yearText(year: number): string {
  return String(year).padStart(4, '0')
}

/**
 * Easter Sunday of a Gregorian year (yyyy-MM-dd), by the anonymous algorithm of 1876 (Meeus, "Astronomical Algorithms",
 * chapter 8).
 */
export function easterSunday(year: number): string {
  const lunar = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * lunar + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((lunar + 11 * epact + 22 * toSunday) / 451)
  const march = epact + toSunday - 7 * late + 22
  return dayAfter(`${yearText(year)}-03-01`, march - 1)
}
