import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { raw } from '#test/support/uploads.ts'
import { besideServer } from './kill/beside-server.ts'
import {
  applicationSeen,
  browsersOf,
  correctionsSeen,
  makeCorrected,
  NEW_NUMBER,
  OLD_NUMBER,
  signInBoth,
  stepNames,
  steps,
  succeeded,
  type Corrected,
  type StepName,
} from './kill/corrections.ts'
import { openSite, type Site, type Victim } from './kill/site.ts'
import { verifyAudit } from './kill/verify-audit.ts'
import { rounds } from './scale.ts'

const MS_PER_ROUND = 60_000
/** Maximum delay of a kill after the start of a step, in ms: during its statements or after its response. */
const LATEST_MS = 40

const VICTIMS = ['server', 'both'] as const satisfies Victim[]

/** Each step is killed at least once in turn. */
const killed: StepName[] = Array.from(
  { length: Math.max(rounds, stepNames.length) },
  (_, index) => stepNames[index % stepNames.length] ?? 'send',
)

/** One query for each rule that finds violations: changes are stored with their audit rows and mails, or not at all. */
const RULES: Readonly<Record<string, SQL>> = {
  'an entry in the log and a mail for each round that was asked for': sql`
    select r.id from correction_rounds r
    join applications a on a.id = r.application_id join users client on client.id = a.user_id
    where (r.asked_at is not null)::int <> all (array[
      (select count(*)::int from audit_events e where e.object_id = a.id and e.action = 'correction.asked'),
      (select count(*)::int from mail_outbox where recipient = client.username and template = 'corrections-asked')])`,
  'an entry in the log, a mail and the answers for each round that was sent back': sql`
    select r.id from correction_rounds r
    join applications a on a.id = r.application_id join users manager on manager.id = a.wealth_manager_id
    where (r.answered_at is not null)::int <> all (array[
      (select count(*)::int from audit_events e where e.object_id = a.id and e.action = 'correction.answered'),
      (select count(*)::int from mail_outbox where recipient = manager.username and template = 'corrections-answered'),
      (select count(*)::int from correction_items i where i.round_id = r.id and i.kind = 'answer' and i.after is not null)])`,
  'an entry in the log for each document that was replaced, and one that replaces it': sql`
    select d.id from documents d where d.superseded_by is not null and (
      (select count(*) from audit_events e
       where e.action = 'document.superseded' and e.details->>'documentId' = d.id::text) <> 1
      or not exists (select from documents n where n.id = d.superseded_by and n.removed_at is null))`,
  'the round that lists show': sql`
    select s.application_id as id from application_summaries s
    left join correction_rounds r on r.application_id = s.application_id and r.state in ('asked', 'answered')
    where s.waiting_on is distinct from case r.state when 'asked' then 'client' when 'answered' then 'staff' end`,
}

async function expectBooks(site: Site): Promise<void> {
  await besideServer(site, async ({ database }) => {
    for (const [rule, query] of Object.entries(RULES)) {
      expect([rule, (await database.db.execute(query)).rows]).toEqual([rule, []])
    }
  })
}

/** Performs a step and kills a process meanwhile. @returns whether it was acknowledged */
async function killInto(step: StepName, whose: Corrected, site: Site, victim: Victim): Promise<boolean> {
  const acting = steps[step].act(whose, site.url()).then(
    ({ status }) => status < 300,
    () => false,
  )
  // The upload is acknowledged before the kill, which hits the time between upload and response.
  if (step === 'upload') expect(await acting).toBe(true)
  await wait(randomInt(LATEST_MS))
  await site.kill(victim)
  const acknowledged = await acting
  await site.revive()
  return acknowledged
}

/** The result is the same as without a kill. */
async function expectAll(whose: Corrected, url: string): Promise<void> {
  const { taxIncomeNumber, payslipUploads, correctionRound } = await applicationSeen(whose, url)
  expect([taxIncomeNumber, correctionRound]).toEqual([NEW_NUMBER, null])
  expect(payslipUploads.map(({ name }) => name)).toEqual(['april.pdf'])
  const [file] = payslipUploads
  const { bytes } = await raw(browsersOf(whose, url).client, `${url}${file?.url}`)
  expect(bytes.equals(whose.bytes)).toBe(true)
  expect((await correctionsSeen(whose, url)).rounds).toMatchObject([
    {
      number: 1,
      state: 'accepted',
      items: [
        { before: { taxIncomeNumber: OLD_NUMBER }, after: { taxIncomeNumber: NEW_NUMBER } },
        { document: { id: whose.payslipId }, file: { id: file?.id } },
      ],
    },
  ])
}

/**
 * A correction request from asking to acceptance, during which one process is killed. Unacknowledged steps are repeated
 * afterwards, as users would; an acknowledged upload must exist.
 */
async function play(killedAt: StepName, victim: Victim, site: Site): Promise<void> {
  const whose = await besideServer(site, makeCorrected)
  await signInBoth(whose, site.url())
  for (const name of stepNames) {
    const { act, isSeen } = steps[name]
    const isKilled = name === killedAt
    if (isKilled) {
      const acknowledged = await killInto(name, whose, site, victim)
      const isThere = await isSeen(whose, site.url())
      expect([name, victim, acknowledged && !isThere]).toEqual([name, victim, false])
      await expectBooks(site)
    }
    if (!(isKilled && name === 'upload')) succeeded(await act(whose, site.url()))
    expect([name, await isSeen(whose, site.url())]).toEqual([name, true])
  }
  await expectAll(whose, site.url())
  await expectBooks(site)
}

test(
  'killed while a round is asked for, answered, sent back and accepted, nothing acknowledged is lost, and nothing done twice',
  async () => {
    const site = await openSite({ DEMO: '0' })
    try {
      for (const [index, step] of killed.entries()) {
        await play(step, VICTIMS[index % VICTIMS.length] ?? 'server', site)
      }
      await verifyAudit(site)
    } catch (error) {
      process.stdout.write(site.output())
      throw error
    } finally {
      await site.close()
    }
  },
  killed.length * MS_PER_ROUND,
)
