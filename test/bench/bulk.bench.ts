import { setTimeout as wait } from 'node:timers/promises'
import type { BulkAct, BulkProgress } from '#features/review/api/bulk-acts.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { openDatabase, type DatabaseConnection } from '#base/server/db/database.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { Measurement, Row } from './measurement.ts'
import { median } from './support/alternate.ts'
import { completePacks } from './support/complete-due-diligence.ts'
import { startMailSink } from './support/mail-sink.ts'
import { atMost } from './support/rows.ts'
import { savingClient } from './support/saving-client.ts'
import { startSeededServer } from './support/seeded-server.ts'
import type { BenchServer } from './support/server.ts'

const APPLICATIONS = 100_000
const AT_ONCE = 1_000
const MAX_SECONDS = 10
const OF_A_QUIET_SAVE = 1.5
const QUIET_SAVES = 200
const ASK_AGAIN_MS = 200
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000'

/** Bulk actions on a thousand applications. */
interface Wanted {
  what: string
  act: BulkAct
  from: ApplicationStatus
  /** Prepares the chosen ones. */
  prepare?: (firm: Firm, ids: readonly string[]) => Promise<void>
}

interface Firm {
  server: BenchServer
  database: DatabaseConnection
  admin: Record<string, string>
  raterId: string
  /** One client saves in a loop during the action; returns each duration in ms. */
  save: () => Promise<number>
}

function wantedActs(wealthManagerId: string): Wanted[] {
  return [
    {
      what: 'mark onboarded, with due diligence',
      from: 'approved',
      prepare: ({ server, raterId }, ids) => completePacks(server.factories, ids, raterId),
      act: { name: 'change-status', status: 'onboarded' },
    },
    { what: 'assign', from: 'onboarded', act: { name: 'assign', wealthManagerId, withoutLetter: true } },
    { what: 'remind', from: 'draft', act: { name: 'remind' } },
  ]
}

async function call(
  { server, admin }: Pick<Firm, 'server' | 'admin'>,
  path: string,
  body?: object,
): Promise<BulkProgress> {
  const answer = await fetch(`${server.url}/api/admin/bulk-acts${path}`, {
    headers: { ...admin, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return JSON.parse(text) as BulkProgress
}

/** The next thousand, after those already processed. */
async function choose({ database }: Firm, from: ApplicationStatus, behind: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select application_id as id from application_summaries
     where status = $1 and application_id > $2 and not unassigned order by application_id limit $3`,
    [from, behind, AT_ONCE],
  )
  return rows.map(({ id }) => id)
}

async function saveUntil({ save }: Firm, ended: AbortSignal): Promise<number[]> {
  const saves: number[] = []
  while (!ended.aborted) saves.push(await save())
  return saves
}

/** Runs the action on a thousand; returns its duration in seconds and the durations of concurrent saves. */
async function doIt(firm: Firm, act: BulkAct, ids: readonly string[]) {
  const ended = new AbortController()
  const begun = performance.now()
  let progress = await call(firm, '', { act, ids })
  const saving = saveUntil(firm, ended.signal)
  while (progress.endedAt === null) {
    await wait(ASK_AGAIN_MS)
    progress = await call(firm, `/${progress.id}`)
  }
  const seconds = (performance.now() - begun) / 1000
  ended.abort()
  const saves = await saving
  if (progress.outcomes.done !== AT_ONCE) throw new Error(JSON.stringify(progress.outcomes))
  return { seconds, save: median(saves) }
}

async function measureAct(firm: Firm, wanted: Wanted, rounds: number): Promise<Row[]> {
  const taken: { seconds: number; ratio: number; save: number }[] = []
  let last = UNKNOWN_ID
  // The first run loads the code.
  for (let round = 0; round <= rounds; round += 1) {
    const quiet: number[] = []
    for (let saves = 0; saves < QUIET_SAVES; saves += 1) quiet.push(await firm.save())
    const ids = await choose(firm, wanted.from, last)
    last = ids.at(-1) ?? last
    await wanted.prepare?.(firm, ids)
    const { seconds, save } = await doIt(firm, wanted.act, ids)
    if (round > 0) taken.push({ seconds, save, ratio: save / median(quiet) })
  }
  const middle = (of: (one: (typeof taken)[number]) => number) => median(taken.map(of))
  const note = `${middle(({ save }) => save).toFixed(1)} ms`
  return [
    atMost(
      `1,000 applications, ${wanted.what}`,
      middle(({ seconds }) => seconds),
      MAX_SECONDS,
      's',
    ),
    atMost(
      'Others’ saves meanwhile, of those before',
      middle(({ ratio }) => ratio),
      OF_A_QUIET_SAVE,
      'times',
      note,
    ),
  ]
}

export default {
  name: 'Acts on many',
  about:
    'Acts on 1,000 of 100,000 applications, from the call until all are done, and how long one client’s saves take meanwhile.',
  async measure({ rounds, keep }) {
    const mails = await startMailSink()
    // Mails cannot be undone here, so the delay is not part of the work.
    const env = { UNDO_SECONDS: '0', SMTP_URL: mails.url, FICA_PACK: 'on' }
    const server = await startSeededServer(APPLICATIONS, { keep, env })
    const database = openDatabase(server.databaseUrl, () => undefined)
    try {
      const account = await makeUser(server.factories, { role: 'admin' })
      const admin = await server.signIn(account)
      const manager = await makeUser(server.factories, { role: 'wealth_manager' })
      const firm: Firm = { server, database, admin, raterId: account.id, save: await savingClient(server) }
      const rows: Row[] = []
      for (const wanted of wantedActs(manager.id)) rows.push(...(await measureAct(firm, wanted, rounds)))
      return rows
    } finally {
      await database.close()
      await server.stop()
      mails.stop()
    }
  },
} satisfies Measurement
