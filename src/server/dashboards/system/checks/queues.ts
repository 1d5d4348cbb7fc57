import { healthOf, thresholds, worstOf } from '#domain/system/health.ts'
import { countInWords, secondsInWords } from '../amounts.ts'
import { countQueued, MAILS_COUNTED } from '../queued.ts'
import type { Check } from './check.ts'

const MINUTE_SECONDS = 60

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
          ? `${MAILS_COUNTED} mails or more wait`
          : countInWords(mailWaiting, 'mail waits', 'mails wait'),
      percent: null,
      figures: [
        {
          label: 'Overdue',
          value: mailDelaySeconds === 0 ? 'None' : `For ${secondsInWords(mailDelaySeconds)}`,
        },
        { label: 'Given up in 24 hours', value: String(mailsGivenUp) },
        { label: 'Leaves by', value: settings.mail.smtpUrl === undefined ? 'Files in DATA_DIR' : 'SMTP' },
      ],
    }
  },
}

const jobCheck: Check = {
  name: 'jobs',
  title: 'Job queue',
  async run({ database: { pool } }) {
    const { waiting, active, failed, idleSeconds } = (await countQueued(pool)).jobs
    // Who has just started has had no time to do any.
    const idle = Math.min(idleSeconds ?? Infinity, process.uptime())
    return {
      health: worstOf([
        healthOf(failed, thresholds.jobsFailedToday),
        healthOf(idle / MINUTE_SECONDS, thresholds.jobsIdleMinutes),
      ]),
      summary: countInWords(waiting, 'job waits', 'jobs wait'),
      percent: null,
      figures: [
        { label: 'Running', value: String(active) },
        { label: 'Failed in 24 hours', value: String(failed) },
        {
          label: 'Last done',
          value: idleSeconds === null ? 'None yet' : `${secondsInWords(idleSeconds)} ago`,
        },
      ],
    }
  },
}

/** What waits to be done. */
export const queueChecks: readonly Check[] = [mailCheck, jobCheck]
