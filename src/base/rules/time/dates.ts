import { MONTHS } from './months.ts'

/** The firm's time zone, used for documents and deadlines regardless of the reader's. */
const ZONE = 'Africa/Johannesburg'

const clock = new Intl.DateTimeFormat('en-ZA', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const exactClock = new Intl.DateTimeFormat('en-ZA', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const calendar = new Intl.DateTimeFormat('en-ZA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** A calendar day (yyyy-MM-dd) as screens show it: "20 November 2026". Other text is unchanged. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = MONTHS[Number(month) - 1]
  return name === undefined || !Number(date) ? day : `${Number(date)} ${name} ${year}`
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** A calendar day (yyyy-MM-dd) with the day of the week: "Friday 20 November 2026". */
export function formatWeekday(day: string): string {
  const name = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return name === undefined ? formatDay(day) : `${name} ${formatDay(day)}`
}

/** The day of a time, in South Africa: "2026-11-20". */
export function dayOf(time: Date): string {
  const parts = Object.fromEntries(calendar.formatToParts(time).map(({ type, value }) => [type, value]))
  return `${parts['year']}-${parts['month']}-${parts['day']}`
}

/** The Monday of a time's week, in South Africa: "2026-11-16". */
export function mondayOf(time: Date): string {
  const noon = new Date(`${dayOf(time)}T12:00:00Z`)
  const daysSinceMonday = (noon.getUTCDay() + 6) % 7
  noon.setUTCDate(noon.getUTCDate() - daysSinceMonday)
  return noon.toISOString().slice(0, 10)
}

/** The day of a time, in South Africa: "20 November 2026". */
export function formatDate(time: Date): string {
  return formatDay(dayOf(time))
}

/** The day of a time, for columns: "20 Nov 2026". */
export function formatShortDate(time: Date): string {
  return formatDate(time).replace(/(?<=[A-Z][a-z]{2})[a-z]+/u, '')
}

/** "20 Nov 2026, 14:02:31": for the columns of logs. */
export function formatShortTime(time: Date): string {
  return `${formatShortDate(time)}, ${exactClock.format(time)}`
}

/** The time of day, in South Africa: "14:02". */
export function formatTime(time: Date): string {
  return clock.format(time)
}

/** "20 November 2026, 14:02". */
export function formatDateTime(time: Date): string {
  return `${formatDate(time)}, ${formatTime(time)}`
}

/** "20 November 2026, 14:02:31": for logs, where seconds show the order. */
export function formatExactTime(time: Date): string {
  return `${formatDate(time)}, ${exactClock.format(time)}`
}
