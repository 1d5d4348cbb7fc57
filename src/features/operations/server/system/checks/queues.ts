import { healthOf, thresholds, worstOf } from '#base/rules/health.ts'
import { formatCount, formatDuration } from '#base/server/health/amounts.ts'
import { countQueued, MAILS_COUNTED } from '../queued.ts'
import type { Check } from '#features/access/server/health-check.ts'

const MINUTE_SECONDS = 60
const NOTHING = new Uint8Array()

const mailCheck: Check = {
  name: 'mail',
  title: 'Mail queue',
  async run({ database: { pool }, settings }) {
    const { mailWaiting, mailDelaySeconds, mailsGivenUp } = await countQueued(pool)
    return {
      health: worstOf([
        healthOf(mailDelaySeconds / MINUTE_SECONDS, thresholds.mailDelayMinutes),
        healthOf(mailsGivenUp, thresholds.mailsGivenUpToday),
      ]),
      summary:
        mailWaiting >= MAILS_COUNTED
          ? `${MAILS_COUNTED} or more emails queued`
          : formatCount(mailWaiting, 'email queued', 'emails queued'),
      percent: null,
      figures: [
        {
          label: 'Overdue',
          value: mailDelaySeconds === 0 ? 'None' : `For ${formatDuration(mailDelaySeconds)}`,
        },
        { label: 'Failed in the last 24 hours', value: String(mailsGivenUp) },
        { label: 'Delivery', value: settings.mail.smtpUrl === undefined ? 'Files in DATA_DIR' : 'SMTP' },
      ],
    }
  },
}

const jobCheck: Check = {
  name: 'jobs',
  title: 'Job queue',
  async run({ database: { pool } }) {
    const { waiting, active, failed, idleSeconds, overdue } = (await countQueued(pool)).jobs
    return {
      health: worstOf([
        healthOf(failed, thresholds.jobsFailedToday),
        healthOf((overdue?.seconds ?? 0) / MINUTE_SECONDS, thresholds.jobsOverdueMinutes),
      ]),
      summary: formatCount(waiting, 'job queued', 'jobs queued'),
      percent: null,
      figures: [
        { label: 'Running', value: String(active) },
        { label: 'Failed in the last 24 hours', value: String(failed) },
        {
          label: 'Last completed',
          value: idleSeconds === null ? 'None yet' : `${formatDuration(idleSeconds)} ago`,
        },
        {
          label: 'Most overdue',
          value: overdue === null ? 'None' : `${overdue.name}, ${formatDuration(overdue.seconds)}`,
        },
      ],
    }
  },
}

/** Files that wait for the virus scanner cannot be opened. */
const scanCheck: Check = {
  name: 'virus-scan',
  title: 'Virus scan',
  async run({ database: { pool }, scanner }) {
    const { rows } = await pool.query<{ waiting: number; seconds: number }>(
      `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(uploaded_at)), 0)::float as seconds
        from documents where virus_scan = 'waiting' and removed_at is null`,
    )
    const { waiting = 0, seconds = 0 } = rows[0] ?? {}
    const isSilent = scanner !== null && (await scanner.scanNow(NOTHING)).is === 'unknown'
    return {
      health: worstOf([
        healthOf(seconds / MINUTE_SECONDS, thresholds.scanDelayMinutes),
        isSilent ? 'degraded' : 'healthy',
      ]),
      summary: isSilent
        ? 'The scanner does not answer'
        : scanner === null && waiting === 0
          ? 'Files are not scanned'
          : formatCount(waiting, 'file queued', 'files queued'),
      percent: null,
      figures: [
        { label: 'Oldest', value: waiting === 0 ? 'None' : `For ${formatDuration(seconds)}` },
        { label: 'Scanner', value: scanner === null ? 'Not set' : 'ClamAV' },
      ],
      isAbsent: scanner === null,
    }
  },
}

/** Work that waits. */
export const queueChecks: readonly Check[] = [mailCheck, jobCheck, scanCheck]
