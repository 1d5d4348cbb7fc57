import { CronExpressionParser } from 'cron-parser'

const SECOND_MS = 1000

/** A job of the queue, and its last completion. */
export interface ScheduledJob {
  name: string
  cron: string
  timezone: string
  doneAt: Date | null
}

/** A job that was due and has not been completed since. */
export interface OverdueJob {
  name: string
  seconds: number
}

/**
 * The job that is overdue for the longest time; null where none is.
 *
 * @param since nothing counts as due before, such as the start of the server
 */
export function longestOverdue(
  jobs: readonly ScheduledJob[],
  { since, now }: { since: Date; now: Date },
): OverdueJob | null {
  const [longest] = jobs
    .map(({ name, cron, timezone, doneAt }) => {
      const currentDate = new Date(Math.max(doneAt?.getTime() ?? 0, since.getTime()))
      const due = CronExpressionParser.parse(cron, { tz: timezone, currentDate }).next()
      return { name, seconds: (now.getTime() - due.getTime()) / SECOND_MS }
    })
    .filter(({ seconds }) => seconds > 0)
    .toSorted((one, other) => other.seconds - one.seconds)
  return longest ?? null
}
