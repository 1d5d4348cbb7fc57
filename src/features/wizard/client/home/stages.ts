import type { Progress } from '#features/applications/api/application.ts'
import { statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { clientStatuses, trackerPath } from '#features/applications/rules/lifecycle/tracker.ts'
import { dayOf, formatDate, formatWeekday } from '#base/rules/time/dates.ts'

/** A status after draft. */
export type SubmittedStatus = keyof typeof clientStatuses

/** A stage of an application. */
export interface Stage {
  status: SubmittedStatus
  state: 'passed' | 'current' | 'ahead'
  /** When it was reached, or the promised date; null while unknown. */
  when: string | null
}

const isSubmitted = (status: string): status is SubmittedStatus => status in clientStatuses

/**
 * The stages of an application with dates: past, current and future. A rejected or cancelled one shows its past stages
 * and ends there.
 *
 * @param progress null while unknown: then there are no dates
 */
export function stagesOf(status: SubmittedStatus, progress: Progress | null, now: Date): Stage[] {
  const current = trackerPath.findIndex((stage) => stage === status)
  const dates = new Map(progress?.reached.map((stage) => [stage.status, formatDate(new Date(stage.at))]))
  const dated = (stage: SubmittedStatus, state: Stage['state']): Stage => ({
    status: stage,
    state,
    when: dates.get(stage) ?? null,
  })
  if (current === -1) {
    const passed = [...dates.keys()].filter(isSubmitted).filter((stage) => stage !== status)
    return [...passed.map((stage) => dated(stage, 'passed')), dated(status, 'current')]
  }
  return trackerPath.map((stage, index) => {
    if (index <= current) return dated(stage, index === current ? 'current' : 'passed')
    const promised = stage === 'approved' ? (progress?.answerBy ?? null) : null
    return {
      status: stage,
      state: 'ahead',
      when: promised === null ? null : promiseText(promised, now),
    }
  })
}

/** A day that has passed is not shown as one to come. */
const promiseText = (day: string, now: Date): string =>
  `${day < dayOf(now) ? 'Was promised by' : 'Answer by'} ${formatWeekday(day)}`

/**
 * Placeholder dates for a status: they reserve the space of the real ones while these load, so that nothing below moves.
 */
export function placeholderDates(status: SubmittedStatus, now: Date): Progress {
  const current = trackerPath.findIndex((stage) => stage === status)
  const reached = current === -1 ? (['submitted', status] as const) : trackerPath.slice(0, current + 1)
  return {
    reached: reached.map((stage) => ({ status: stage, at: now.toISOString() })),
    answerBy: statusTraits[status].awaiting ? dayOf(now) : null,
    sentCorrections: null,
  }
}
