import type pg from 'pg'
import { QUEUE_SCHEMA } from '#base/server/db/application-role.ts'
import { longestOverdue, type OverdueJob, type ScheduledJob } from './overdue-job.ts'

/** Mails are counted up to this number. */
export const MAILS_COUNTED = 10_000

/** Waiting work in the database. */
export interface Queued {
  mailWaiting: number
  /** How long the oldest due mail has waited, in seconds; 0 where none is due. */
  mailDelaySeconds: number
  /** Mails that failed permanently within 24 hours, from the audit log. */
  mailsGivenUp: number
  jobs: {
    waiting: number
    active: number
    /** Within 24 hours. */
    failed: number
    /** Since the last completion; null where there was none within 24 hours. */
    idleSeconds: number | null
    /** The job that is overdue for the longest time; null where none is. */
    overdue: OverdueJob | null
  }
}

const MAIL = `select count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at < now())), 0)::float as delay,
    (select count(*)::int from audit_events
      where action = 'mail.given-up' and at > now() - interval '1 day') as given_up
  from (select next_attempt_at from mail_outbox where sent_at is null and given_up_at is null
    order by next_attempt_at limit ${MAILS_COUNTED}) as due`

const JOBS = `select count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
    count(*) filter (where state = 'active')::int as active,
    count(*) filter (where state = 'failed')::int as failed,
    extract(epoch from now() - max(completed_on) filter (where state = 'completed'))::float as idle
  from ${QUEUE_SCHEMA}.job where created_on > now() - interval '1 day'`

/** By schedule, so that completed jobs do not hide one that hangs. */
const SCHEDULES = `select schedule.name, cron, timezone, max(completed_on) as "doneAt", now() as now
  from ${QUEUE_SCHEMA}.schedule left join ${QUEUE_SCHEMA}.job on job.name = schedule.name and job.state = 'completed'
  group by schedule.name, cron, timezone`

interface MailRow {
  waiting: number
  delay: number
  given_up: number
}

interface JobRow {
  waiting: number
  active: number
  failed: number
  idle: number | null
}

/** Counts waiting work: due mail and jobs. */
export async function countQueued(pool: pg.Pool): Promise<Queued> {
  const [mail, jobs] = await Promise.all([pool.query<MailRow>(MAIL), countJobs(pool)])
  const [row = { waiting: 0, delay: 0, given_up: 0 }] = mail.rows
  return { mailWaiting: row.waiting, mailDelaySeconds: row.delay, mailsGivenUp: row.given_up, jobs }
}

interface ScheduleRow extends ScheduledJob {
  now: Date
}

/** The queue creates its tables when it is first started. */
async function countJobs(pool: pg.Pool): Promise<Queued['jobs']> {
  const { rows: found } = await pool.query<{ there: boolean }>(
    'select to_regclass($1) is not null as there',
    [`${QUEUE_SCHEMA}.job`],
  )
  if (found[0]?.there !== true) return { waiting: 0, active: 0, failed: 0, idleSeconds: null, overdue: null }
  const [{ rows }, schedules] = await Promise.all([
    pool.query<JobRow>(JOBS),
    pool.query<ScheduleRow>(SCHEDULES),
  ])
  const [row = { waiting: 0, active: 0, failed: 0, idle: null }] = rows
  const { waiting, active, failed, idle: idleSeconds } = row
  return { waiting, active, failed, idleSeconds, overdue: overdueOf(schedules.rows) }
}

function overdueOf(schedules: readonly ScheduleRow[]): OverdueJob | null {
  const [first] = schedules
  if (first === undefined) return null
  return longestOverdue(schedules, { since: new Date(performance.timeOrigin), now: first.now })
}
