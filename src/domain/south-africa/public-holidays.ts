import { dayAfter, isSunday } from '#domain/time/calendar-days.ts'

/** The holidays that have a date of their own, as MM-dd (Public Holidays Act 36 of 1994, Schedule 1). */
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

/**
 * Whether a day (yyyy-MM-dd) is a public holiday of South Africa: a date of the Act's Schedule 1, Good Friday, Family Day,
 * or the Monday after a holiday that falls on a Sunday (section 2(1)). Days that the President declares for once, such as
 * those of elections (section 2A), follow no rule and are not known here.
 */
export function isPublicHoliday(day: string): boolean {
  return isNamed(day) || isMondayInLieu(day)
}

function isNamed(day: string): boolean {
  const sunday = easterSunday(Number(day.slice(0, 4)))
  return (
    FIXED.some((date) => day.endsWith(`-${date}`)) ||
    day === dayAfter(sunday, GOOD_FRIDAY) ||
    day === dayAfter(sunday, FAMILY_DAY)
  )
}

function isMondayInLieu(day: string): boolean {
  const before = dayAfter(day, -1)
  return isSunday(before) && isNamed(before)
}

/**
 * Easter Sunday of a year in the Gregorian calendar (yyyy-MM-dd), by the anonymous algorithm of 1876 (Meeus, "Astronomical
 * Algorithms", chapter 8): it holds for every year, and no table of it ends.
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
  return dayAfter(`${String(year).padStart(4, '0')}-03-01`, march - 1)
}
