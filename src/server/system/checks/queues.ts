import { healthOf, thresholds, worstOf } from '#domain/system/health.ts'
import { QUEUE_SCHEMA } from '#server/db/application-role.ts'
import { countInWords, secondsInWords } from '../amounts.ts'
import type { Check } from './check.ts'

const MINUTE_SECONDS = 60
/** More than so many are not counted: that there are as many says enough. */
const COUNTED = 10_000

interface MailRow {
  waiting: number
  oldest_seconds: number | null
  given_up: number
}

/** Mail that is due and not sent; what nobody will try again counts for a day, by the audit log. */
const MAIL = `select count(*)::int as waiting,
    extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at < now()))::float as oldest_seconds,
    (select count(*)::int from audit_events
      where action = 'mail.given-up' and at > now() - interval '1 day') as given_up
  from (select next_attempt_at from mail_outbox where sent_at is null and given_up_at is null
    order by next_attempt_at limit ${COUNTED}) as due`

const mailCheck: Check = {
  name: 'mail',
  title: 'Mail queue',
  async run({ database: { pool }, settings }) {
    const { rows } = await pool.query<MailRow>(MAIL)
    const { waiting = 0, oldest_seconds: oldest = null, given_up: givenUp = 0 } = rows[0] ?? {}
    const delayed = Math.max(0, oldest ?? 0)
    return {
      health: worstOf([
        healthOf(delayed / MINUTE_SECONDS, thresholds.mailDelayMinutes),
        healthOf(givenUp, thresholds.mailsGivenUpToday),
      ]),
      summary:
        waiting >= COUNTED
          ? `${COUNTED} mails or more wait`
          : countInWords(waiting, 'mail waits', 'mails wait'),
      percent: null,
      figures: [
        { label: 'Overdue since', value: delayed === 0 ? 'Nothing is overdue' : secondsInWords(delayed) },
        { label: 'Given up in 24 hours', value: String(givenUp) },
        {
          label: 'Leaves by',
          value: settings.mail.smtpUrl === undefined ? 'Files in the data directory' : 'SMTP',
        },
      ],
    }
  },
}

interface JobRow {
  waiting: number
  active: number
  failed: number
  idle_seconds: number | null
}

const JOBS = `select count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
    count(*) filter (where state = 'active')::int as active,
    count(*) filter (where state = 'failed')::int as failed,
    extract(epoch from now() - max(completed_on) filter (where state = 'completed'))::float as idle_seconds
  from ${QUEUE_SCHEMA}.job where created_on > now() - interval '1 day'`

const jobCheck: Check = {
  name: 'jobs',
  title: 'Job queue',
  async run({ database: { pool } }) {
    const { rows } = await pool.query<JobRow>(JOBS)
    const { waiting = 0, active = 0, failed = 0, idle_seconds: idle = null } = rows[0] ?? {}
    const sinceStart = process.uptime()
    const idleMinutes = Math.min(idle ?? Infinity, sinceStart) / MINUTE_SECONDS
    return {
      health: worstOf([
        healthOf(failed, thresholds.jobsFailedToday),
        healthOf(idleMinutes, thresholds.jobsIdleMinutes),
      ]),
      summary: countInWords(waiting, 'job waits', 'jobs wait'),
      percent: null,
      figures: [
        { label: 'Running', value: String(active) },
        { label: 'Failed in 24 hours', value: String(failed) },
        { label: 'Last done', value: idle === null ? 'None yet' : `${secondsInWords(idle)} ago` },
      ],
    }
  },
}

/** What waits to be done. */
export const queueChecks: readonly Check[] = [mailCheck, jobCheck]
