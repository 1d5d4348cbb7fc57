import type { Lists } from '#features/screening/api/lists.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { dayOf, formatDay, formatShortDate, formatTime } from '#base/rules/time/dates.ts'

/** How far screening is with the United Nations list, in words. */
export interface ScreeningText {
  tone: 'success' | 'neutral' | 'warning' | 'danger'
  text: string
  /** For a phone. */
  short: string
  /** A list, or a newer one, has to be loaded. */
  needsList: boolean
  /** All clients were compared, if with an old list. */
  isCompared: boolean
}

/** "at 12:31", or "on 28 Nov 2026" where that is another day. */
function whenText(lastAt: string | null, now: Date): string {
  if (lastAt === null) return ''
  const at = new Date(lastAt)
  return dayOf(at) === dayOf(now) ? ` at ${formatTime(at)}` : ` on ${formatShortDate(at)}`
}

/** "24 of 24 clients compared at 12:31". */
function comparedText(
  { due, compared, lastAt }: NonNullable<Lists['sources'][number]['clients']>,
  now: Date,
) {
  if (due === 0) return 'No clients to compare yet'
  return `${compared} of ${due} ${due === 1 ? 'client' : 'clients'} compared${whenText(lastAt, now)}`
}

/** The state of screening. Only complete comparisons with a list that is not too old are a success. */
export function screeningText({ sources }: Lists, now: Date): ScreeningText {
  const list = sources.find(({ source }) => source === 'UN')
  if (!list?.inForce || list.clients === null) {
    const text = 'No sanctions list in use: no one has been compared'
    return { tone: 'danger', text, short: text, needsList: true, isCompared: false }
  }
  const { inForce, clients, old } = list
  if (clients.compared < clients.due) {
    const text = `Comparing: ${clients.compared} of ${clients.due}`
    return { tone: 'neutral', text, short: text, needsList: false, isCompared: false }
  }
  const compared = comparedText(clients, now)
  if (old) {
    const days = Math.floor((Date.parse(dayOf(now)) - Date.parse(inForce.generatedOn)) / DAY_MS)
    const text = `${compared}, with a list that is ${days} days old`
    return { tone: 'warning', text, short: `List is ${days} days old`, needsList: true, isCompared: true }
  }
  return {
    tone: 'success',
    text: `${compared} with the United Nations list of ${formatDay(inForce.generatedOn)}`,
    short: compared,
    needsList: false,
    isCompared: true,
  }
}
