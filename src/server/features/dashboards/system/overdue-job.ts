import { CronExpressionParser } from 'cron-parser'

const SECOND_MS = 1000

/** A job of the queue, and when it was last done. */
export interface ScheduledJob {
  name: string
  cron: string
  timezone: string
  doneAt: Date | null
}

/** A job whose time came and that was not done since. */
export interface OverdueJob {
  name: string
  seconds: number
}

/**
 * The job whose time came longest ago and that was not done since; null where none is due.
 *
 * @param since no job counts as due before: a server that has just started had no time to do any
 */
export function mostOverdue(
  jobs: readonly ScheduledJob[],
  { since, now }: { since: Date; now: Date },
): OverdueJob | null {
  const [most] = jobs
    .map(({ name, cron, timezone, doneAt }) => {
      const currentDate = new Date(Math.max(doneAt?.getTime() ?? 0, since.getTime()))
      const due = CronExpressionParser.parse(cron, { tz: timezone, currentDate }).next()
      return { name, seconds: (now.getTime() - due.getTime()) / SECOND_MS }
    })
    .filter(({ seconds }) => seconds > 0)
    .toSorted((one, other) => other.seconds - one.seconds)
  return most ?? null
}
