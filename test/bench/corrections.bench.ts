import { adminSorts, directions, managerSorts } from '#base/rules/api/list.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { waitingOnNames } from '#features/applications/rules/round/rounds.ts'
import { correctionFigures } from '#features/corrections/server/figures.ts'
import { openDatabase, type DatabaseConnection } from '#base/server/db/database.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { listApplications, type ListRequest } from '#features/review/server/list.ts'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import type { Measurement, Row } from './measurement.ts'
import { alternate, median, medianRatio } from './support/alternate.ts'
import { atMost } from './support/rows.ts'
import { seedApplications } from './support/seed-applications.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'
import { gate } from '#features/screening/server/gate.ts'

const APPLICATIONS = 100_000
const OF_ITSELF = 1.3
const OF_A_DRAFT = 1.2
const FIGURES_MS = 100
/** Turns of each contender per round. */
const TURNS = 40

/** Saves per turn. */
const SAVES = 5

/** Items of a correction request: a typical number, and the maximum. */
const ROUNDS = { 'three things': 3, 'thirty things': 30 } as const

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The manager with the most clients. */
async function busiestManager({ pool }: DatabaseConnection): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select wealth_manager_id as id from application_summaries where wealth_manager_id is not null
     group by 1 order by count(*) desc limit 1`,
  )
  return rows[0]?.id ?? ''
}

/** Each list filtered by who must act next, compared with the unfiltered list: median and worst. */
async function measureLists(database: DatabaseConnection, turns: number): Promise<Row[]> {
  const managerId = await busiestManager(database)
  const lists = [
    ...adminSorts.map((sort) => ({ whose: null, sort })),
    ...managerSorts.map((sort) => ({ whose: managerId, sort })),
  ].flatMap((list) => directions.map((direction) => ({ ...list, direction })))
  const ratios: { ratio: number; list: string; ms: number }[] = []
  for (const { whose, sort, direction } of lists) {
    const request: ListRequest = { sort, direction, limit: 50 }
    const read = (more: Partial<ListRequest>) => () =>
      timed(() =>
        listApplications(
          { database, gate, settings: { dueDiligence: { on: false } } },
          { managerId: whose, now: new Date(), listMaxDays: 7 },
          { ...request, ...more },
        ),
      )
    for (const waitingOn of waitingOnNames) {
      const times = await alternate(turns, { waiting: read({ waitingOn }), all: read({}) })
      const list = `${whose === null ? 'all' : 'own'} by ${sort} ${direction}, ${waitingOn}`
      ratios.push({ list, ratio: medianRatio(times.waiting, times.all), ms: median(times.waiting) })
    }
  }
  const worst = ratios.toSorted((one, other) => other.ratio - one.ratio)[0]
  const figures = await alternate(turns, {
    all: () => timed(() => correctionFigures(database.pool, null, new Date())),
    own: () => timed(() => correctionFigures(database.pool, managerId, new Date())),
  })
  const note = worst && `${worst.list}: ${worst.ms.toFixed(2)} ms`
  return [
    atMost('Waiting on, all lists', median(ratios.map(({ ratio }) => ratio)), OF_ITSELF, 'times'),
    atMost('Waiting on, the worst list', worst?.ratio ?? Number.NaN, OF_ITSELF, 'times', note),
    atMost('Figures of a year, all', median(figures.all), FIGURES_MS, 'ms'),
    atMost('Figures of a year, a manager’s own', median(figures.own), FIGURES_MS, 'ms'),
  ]
}

async function call(method: string, url: string, headers: Record<string, string>, body: object) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
}

/** Saves of a client's city, each with a different value. */
function savesOf({ url }: BenchServer, headers: Record<string, string>): () => Promise<number> {
  let saves = 0
  const save = () => call('PUT', `${url}/api/application`, headers, { city: `City ${(saves += 1)}` })
  return () =>
    timed(async () => {
      for (let left = SAVES; left > 0; left -= 1) await save()
    })
}

const perSave = (times: readonly number[]) => (median(times) / SAVES).toFixed(2)

/** A client who is asked for their city and a number of other items. */
async function askedClient(server: BenchServer, things: number): Promise<Record<string, string>> {
  const manager = await makeUser(server.factories, { role: 'wealth_manager' })
  const staff = await server.signIn(manager)
  const [client] = await server.makeClients(1, { status: 'submitted' }, { wealthManagerId: manager.id })
  const path = `${server.url}/api/admin/applications/${client?.applicationId}/corrections`
  const subjects = [
    { kind: 'answer', path: 'city' },
    ...Array.from({ length: things - 1 }, (_, index) => ({
      kind: 'question',
      question: `Question ${index}?`,
    })),
  ]
  for (const subject of subjects)
    await call('POST', `${path}/items`, staff, { subject, reason: 'incomplete' })
  await call('POST', `${path}/send`, staff, {})
  return client?.headers ?? {}
}

async function measureSaves(server: BenchServer, turns: number): Promise<Row[]> {
  // The same answers as clients with a correction request have.
  const answers = completeAnswers('client@test.example')
  const [draft] = await server.makeClients(1, { status: 'draft', answers })
  const rows: Row[] = []
  for (const [name, things] of Object.entries(ROUNDS)) {
    const headers = await askedClient(server, things)
    const times = await alternate(turns, {
      round: savesOf(server, headers),
      draft: savesOf(server, draft?.headers ?? {}),
    })
    const note = `${perSave(times.round)} ms; ${perSave(times.draft)} ms in a draft`
    const ratio = medianRatio(times.round, times.draft)
    rows.push(atMost(`A save in a round of ${name}`, ratio, OF_A_DRAFT, 'times', note))
  }
  return rows
}

export default {
  name: 'Corrections',
  about:
    'Pages of 50 of every list by whom it waits for, against the same list without that, with 100,000 applications; saves of one answer over HTTP in a round against those in a draft; figures of the last year. Turn by turn, warm.',
  async measure({ rounds }) {
    const server = await startBenchServer()
    const found = await findRunningPostgres({ dataDir: server.dataDir, log: () => undefined })
    if (found === undefined) throw new Error('The database is not running.')
    await seedApplications(found.ownerUrl, APPLICATIONS)
    const database = openDatabase(server.databaseUrl, () => undefined)
    try {
      const turns = rounds * TURNS
      return [...(await measureLists(database, turns)), ...(await measureSaves(server, turns))]
    } finally {
      await database.close()
      await server.stop()
    }
  },
} satisfies Measurement
