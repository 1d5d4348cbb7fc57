import type { ReviewMonths } from '#features/applications/rules/annual-reviews.ts'
import { WEEKDAYS, type OfficeSection } from './office-sections.ts'

/** When the firm is reached, and what it promises. */
export interface Office {
  /** Support hours for people. */
  hours: string
  /** Days (yyyy-MM-dd) on which the firm is closed besides weekends and public holidays. */
  closedDays: string[]
  /** In how many business days an application is reviewed. */
  reviewFrom: number
  reviewTo: number
  /** When annual reviews of clients are upcoming and due. */
  annualReview: ReviewMonths
}

const SPAN = /^(\d\d:\d\d)-(\d\d:\d\d)$/u
const CLOSED_DAY = /^(\d{4}-\d{2}-\d{2})(?: .*)?$/u

type Texts = Readonly<Record<string, string>>

const nameOf = (day: string) => `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`

/** "Monday to Friday, 08:00–17:00; Saturday, 09:00–12:00 SAST". */
export function supportHoursText(hours: Texts): string {
  const groups: { first: string; last: string; span: string }[] = []
  let previous = ''
  for (const day of WEEKDAYS) {
    const span = hours[day] ?? ''
    const group = groups.at(-1)
    if (span !== '' && span === previous && group !== undefined) group.last = day
    else if (span !== '') groups.push({ first: day, last: day, span })
    previous = span
  }
  const texts = groups.map(({ first, last, span }) => {
    const days = first === last ? nameOf(first) : `${nameOf(first)} to ${nameOf(last)}`
    return `${days}, ${span.replace('-', '–')}`
  })
  return `${texts.join('; ')} SAST`
}

/** "2–3 business days". */
export function reviewPromiseText({ reviewFrom, reviewTo }: Pick<Office, 'reviewFrom' | 'reviewTo'>): string {
  const count = reviewFrom === reviewTo ? String(reviewTo) : `${reviewFrom}–${reviewTo}`
  return `${count} business ${reviewTo === 1 ? 'day' : 'days'}`
}

/** Closed days from lines such as `2026-12-24 Year-end closure`; null if a line begins with no date. */
export function parseClosedDays(lines: string): string[] | null {
  const days = lines
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '')
    .map((line) => CLOSED_DAY.exec(line.trim())?.[1] ?? '')
  return days.every((day) => isDay(day)) ? [...new Set(days)].toSorted() : null
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** Whether a text is hours such as `08:00-17:00`, or empty for closed. */
export function isSpan(text: string): boolean {
  if (text === '') return true
  const [, open = '', close = ''] = SPAN.exec(text) ?? []
  const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/u.test(time)
  return isTime(open) && isTime(close) && open < close
}

/** The office of the firm's settings. */
export function officeOf({ hours, reviews }: Record<OfficeSection, Texts>): Office {
  const due = Number(reviews['annualDue'])
  return {
    hours: supportHoursText(hours),
    closedDays: parseClosedDays(hours['closedDays'] ?? '') ?? [],
    reviewFrom: Number(reviews['reviewFrom']),
    reviewTo: Number(reviews['reviewTo']),
    annualReview: { due, upcoming: due - Number(reviews['annualUpcoming']) },
  }
}

/** What is wrong with the values of a section together. */
export function officeProblems(section: string, values: Texts): { path: string; message: string }[] {
  if (section === 'hours' && WEEKDAYS.every((day) => values[day] === ''))
    return [{ path: 'monday', message: 'Please open on at least one day' }]
  if (section === 'reviews' && Number(values['reviewFrom']) > Number(values['reviewTo']))
    return [{ path: 'reviewTo', message: 'Please enter at least the first number' }]
  if (section === 'reviews' && Number(values['annualUpcoming']) >= Number(values['annualDue']))
    return [{ path: 'annualUpcoming', message: 'Please enter fewer months than the review is due after' }]
  return []
}
