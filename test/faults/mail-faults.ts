import { setTimeout as wait } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { besideServer } from '../crash/kill/beside-server.ts'
import { WAITS_AT_MOST, type Fault } from './fault.ts'
import type { MailBox } from './mail-box.ts'
import { CLOCKED, type Site } from './site.ts'
import { signInStaff } from './staff.ts'

const MINUTE_MS = 60_000
/** Shorter than a server's claim on a mail. */
const STEP_MS = 4 * MINUTE_MS
/** Longer than the interval at which servers look for due mail. */
const LOOKS_AGAIN_MS = 1200
const HOUR_STEPS = 60 / 4
/** Time may pass faster while no mail is being sent. */
const LONG_STEP_MS = 10 * MINUTE_MS
const HOUR_LONG_STEPS = 60 / 10
/** Longer than the longest pause between attempts, and than all attempts for a rejected recipient. */
const AT_MOST_STEPS = 2 * HOUR_STEPS
/** Number of dropped confirmations. */
const DROPPED = 4

/** Advances the servers' clocks, so that due mails are retried, under load. */
async function passTime(site: Site, steps: number, stepMs = STEP_MS): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await site.passTime(stepMs)
    await wait(LOOKS_AGAIN_MS)
  }
}

/** A single value from the site's database. */
async function ask<Value>(site: Site, query: SQL): Promise<Value | undefined> {
  return besideServer(site, async ({ database }) => {
    const { rows } = await database.db.execute<{ value: Value }>(query)
    return rows[0]?.value
  })
}

function mailsWaiting(site: Site): Promise<number | undefined> {
  return ask<number>(
    site,
    sql`select count(*)::int as value from mail_outbox where sent_at is null and given_up_at is null`,
  )
}

/** Waits until every mail has been sent or has failed. */
async function untilMailIsOut(site: Site): Promise<void> {
  for (let step = 0; step < AT_MOST_STEPS && (await mailsWaiting(site)) !== 0; step += 1)
    await passTime(site, 1)
  expect(await mailsWaiting(site)).toBe(0)
}

function mailOf({ mail }: Site): MailBox {
  if (mail === undefined) throw new Error('The site has no mail server.')
  return mail
}

/** A rejected mail is in the audit log and on the system page. */
async function expectRejectionIsShown(site: Site): Promise<void> {
  const username = mailOf(site).refused()
  const reader = await ask<string>(site, sql`select id as value from users where username = ${username}`)
  const session = await signInStaff(site, 'system_administrator')
  const { body } = await session.get('/api/system-admin/audit-logs?action=mail.given-up')
  expect(JSON.stringify(body)).toContain(`mail ${reader}`)
  const page = await session.get('/api/system-admin/system')
  const { checks } = page.body as { checks: { name: string; figures: { label: string; value: string }[] }[] }
  const figures = checks.flatMap((check) => check.figures.map(({ label, value }) => [label, value] as const))
  expect(figures).toContainEqual(['Failed in the last 24 hours', '1'])
}

const common = {
  servers: [{ entry: CLOCKED }, { entry: CLOCKED }],
  hasMail: true,
  bounds: { noErrors: true, noRejections: true, gapSeconds: 5, waitSeconds: WAITS_AT_MOST },
} as const satisfies Partial<Fault>

/** Faults of the mail server, on servers with adjustable clocks: hours of retries pass within seconds. */
export const mailFaults: readonly Fault[] = [
  {
    ...common,
    name: 'the mail server dead for an hour of the servers’ clock',
    promise: 'no one notices; each mail leaves once, after it is back',
    async inject(site) {
      const mail = mailOf(site)
      mail.die()
      const before = mail.arrived().length
      await passTime(site, HOUR_LONG_STEPS, LONG_STEP_MS)
      expect(mail.arrived()).toHaveLength(before)
      expect(await mailsWaiting(site)).toBeGreaterThan(0)
      await mail.revive()
    },
    afterwards: untilMailIsOut,
  },
  {
    ...common,
    name: 'the mail server refusing one receiver',
    promise: 'everyone else’s mail leaves once; the one that is given up is shown to staff',
    async inject(site) {
      const mail = mailOf(site)
      mail.refuseNextReceiver()
      await passTime(site, HOUR_STEPS)
    },
    async afterwards(site) {
      await untilMailIsOut(site)
      await expectRejectionIsShown(site)
    },
  },
  {
    ...common,
    name: 'the mail server taking mails, and dropping the line after DATA',
    promise: 'each mail arrives, a second time only under the same Message-ID',
    isQuick: true,
    async inject(site) {
      const mail = mailOf(site)
      mail.dropLineAfterTaking(DROPPED)
      await expect
        .poll(
          async () => {
            await passTime(site, 1)
            return mail.isDone()
          },
          { timeout: 60_000 },
        )
        .toBe(true)
    },
    async afterwards(site) {
      await untilMailIsOut(site)
      const ids = mailOf(site).messageIds()
      expect(ids.length - new Set(ids).size).toBeGreaterThanOrEqual(DROPPED)
    },
  },
]
