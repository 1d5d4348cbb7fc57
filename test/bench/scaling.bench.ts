import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { adminSorts } from '#base/rules/api/list.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { startEmbeddedPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { postmasterIn } from '#test/support/postmaster.ts'
import { processorMsOf } from '#test/support/processor-time.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import type { Measurement, Row, Scale } from './measurement.ts'
import { alternate, median, medianRatio } from './support/alternate.ts'
import { openLoadGenerator, type LoadRequest } from './support/load.ts'
import { atLeast } from './support/rows.ts'
import { savesOf } from './support/saving.ts'
import { seedApplications } from './support/seed-applications.ts'
import { startBenchServer, type BenchClient, type BenchServer } from './support/server.ts'
import { filesFor, uploadFor } from './support/uploading.ts'

const COUNTS = [1, 2, 3] as const
const CONNECTIONS = 24
const UPLOADERS = 6
const APPLICATIONS = 5000
const MAX_CONNECTIONS = 200
/**
 * Load, servers and database share one machine. Where one server uses all cores, more servers can only be shown to cost
 * nothing.
 */
const PROMISED = 0.75
/** Cores of the database's machine assumed for the prediction. */
const DATABASE_CORES = 8
const SECOND_MS = 1000
/** Above this share a resource counts as exhausted. */
const NEARLY_ALL = 0.85

/** Work done in a turn, and its rate per second. */
interface Done {
  done: number
  perSecond: number
}

/** Sends load to servers for some seconds. */
type TransactionContext = (servers: readonly BenchServer[], seconds: number) => Promise<Done>

/** Several servers on one PostgreSQL, and the load on them. */
interface Firm {
  servers: readonly BenchServer[]
  works: Readonly<Record<string, TransactionContext>>
  postgresPid: number
  stop: () => Promise<void>
}

async function openFirm({ rounds }: Scale): Promise<Firm> {
  const folder = makeFolder('onboarding-scaling-', tmpdir())
  const log = () => undefined
  const postgres = await startEmbeddedPostgres({ dataDir: folder, maxConnections: MAX_CONNECTIONS, log })
  const objects = path.join(folder, 'objects')
  mkdirSync(objects)
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  const servers: BenchServer[] = []
  for (const count of COUNTS) {
    const dataDir = path.join(folder, `server-${count}`)
    mkdirSync(dataDir)
    symlinkSync(objects, path.join(dataDir, 'objects'))
    servers.push(await startBenchServer({ dataDir, env }))
  }
  const [first] = servers
  if (first === undefined) throw new Error('There is no server.')
  await seedApplications(postgres.ownerUrl, APPLICATIONS)
  const answers = completeAnswers('client@test.example')
  const clients = await first.makeClients(CONNECTIONS, { answers })
  const staff = await first.signIn(await makeUser(first.factories, { role: 'admin' }))
  const uploaders = await first.makeClients(UPLOADERS * COUNTS.length * (1 + rounds), { answers })
  const loads = COUNTS.map(() => openLoadGenerator())

  /** Each server gets load from its own process; all together use as many connections as a single server. */
  const send =
    (requestsOf: (client: BenchClient, position: number) => LoadRequest[]): TransactionContext =>
    async (at, seconds) => {
      const results = await Promise.all(
        at.map(async ({ url }, server) => {
          const connections = clients.map(requestsOf).filter((_, position) => position % at.length === server)
          return loads[server]?.run({ url, seconds, connections })
        }),
      )
      const perSecond = results.reduce((sum, result) => sum + (result?.perSecond ?? 0), 0)
      return { perSecond, done: perSecond * seconds }
    }
  const works: Record<string, TransactionContext> = {
    'reads (GET /api/application)': send(({ headers }) => [
      { method: 'GET', path: '/api/application', headers },
    ]),
    'saves (PUT /api/application)': send(savesOf),
    'lists (GET /api/admin/applications, 50 rows)': send((_, position) => [
      {
        method: 'GET',
        path: `/api/admin/applications?limit=50&sort=${adminSorts[position % adminSorts.length]}`,
        headers: staff,
      },
    ]),
    'uploads (a PDF of 100 KB, all the way)': uploadsOf(uploaders),
  }
  return {
    servers,
    works,
    postgresPid: postmasterIn(folder),
    async stop() {
      for (const load of loads) load.close()
      for (const server of servers) await server.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Other clients upload in each turn, because the rate limit of upload addresses is too low for all turns. */
function uploadsOf(clients: readonly BenchClient[]): TransactionContext {
  const waiting = [...clients]
  return async (at, seconds) => {
    const uploaders = waiting.splice(0, UPLOADERS)
    const files = await filesFor(uploaders)
    return uploadFor(
      seconds,
      uploaders.flatMap((client, position) => {
        const [server, bytes] = [at[position % at.length], files[position]]
        return server === undefined || bytes === undefined ? [] : [{ url: server.url, client, bytes }]
      }),
    )
  }
}

/** Processor time in milliseconds: of servers, PostgreSQL, the load generator, and the whole machine. */
interface Used {
  servers: number
  postgres: number
  load: number
  machine: number
}

/** Resources used in one turn, and the work done. */
type Turn = Used & Pick<Done, 'done'>

function usedSoFar({ servers, postgresPid }: Firm): Used {
  const ofServers = servers.reduce((sum, { pid }) => sum + processorMsOf(pid), 0)
  return {
    servers: ofServers,
    postgres: processorMsOf(postgresPid),
    load: processorMsOf(process.pid) - ofServers,
    machine: performance.now() * availableParallelism(),
  }
}

/** One subject with one, two and three servers in turns. */
async function contest(
  firm: Firm,
  name: string,
  work: TransactionContext,
  { rounds, seconds }: Scale,
): Promise<Row[]> {
  const turns = new Map<number, Turn[]>(COUNTS.map((count) => [count, []]))
  const turnOf = (count: number) => async () => {
    const before = usedSoFar(firm)
    const { perSecond, done } = await work(firm.servers.slice(0, count), seconds)
    const after = usedSoFar(firm)
    turns.get(count)?.push({
      servers: after.servers - before.servers,
      postgres: after.postgres - before.postgres,
      load: after.load - before.load,
      machine: after.machine - before.machine,
      done,
    })
    return perSecond
  }
  const rates = await alternate(rounds, { one: turnOf(1), two: turnOf(2), three: turnOf(3) })
  const alone = turns.get(1)?.slice(1) ?? []
  return [
    ...(['two', 'three'] as const).map((count) => {
      const because = `${median(rates[count]).toFixed(0)} to ${median(rates.one).toFixed(0)} a second`
      return atLeast(
        `${name}, ${count} servers to one`,
        medianRatio(rates[count], rates.one),
        PROMISED,
        because,
      )
    }),
    costs(name, alone, median(rates.one)),
    foretold(name, alone),
  ]
}

const perDone = (turns: readonly Turn[], what: 'servers' | 'postgres' | 'load') =>
  median(turns.map((turn) => turn[what] / turn.done))

/** A line with the cost of a unit of work, and the exhausted resource. */
function costs(name: string, alone: readonly Turn[], rate: number): Row {
  const share = (what: keyof Used) => median(alone.map((turn) => turn[what] / turn.machine))
  const percent = (value: number) => `${(100 * value).toFixed(0)} %`
  const [servers, postgres, load] = [share('servers'), share('postgres'), share('load')]
  const cores = availableParallelism()
  const isThreadFull = servers * cores > NEARLY_ALL
  const bound =
    servers + postgres + load > NEARLY_ALL
      ? `the ${cores} cores`
      : isThreadFull
        ? 'its one thread'
        : 'waiting, or others on this machine'
  return {
    what: `${name}, what one server is bound by`,
    measured: `${bound}: of the machine the server took ${percent(servers)}, PostgreSQL ${percent(postgres)}, the load ${percent(load)}, at ${rate.toFixed(0)} a second`,
    promised: '',
    met: true,
  }
}

/** Predicted throughput if each server has its own core and the database its own machine. */
function foretold(name: string, alone: readonly Turn[]): Row {
  const [server, postgres] = [perDone(alone, 'servers'), perDone(alone, 'postgres')]
  const maximum = (DATABASE_CORES * SECOND_MS) / postgres
  const servers = maximum / (SECOND_MS / server)
  return {
    what: `${name}, processor time of each`,
    measured: `${server.toFixed(2)} ms of a server, ${postgres.toFixed(2)} ms of PostgreSQL: with a core for each server, up to ${(SECOND_MS / server).toFixed(0)} a second for each, until a database of ${DATABASE_CORES} cores is full with ${maximum.toFixed(0)} a second from ${servers.toFixed(1)} servers`,
    promised: '',
    met: true,
  }
}

export default {
  name: 'Scaling',
  about: `${CONNECTIONS} connections (${UPLOADERS} who upload), spread over one, two and three servers on one PostgreSQL, in turns.`,
  async measure(scale) {
    const firm = await openFirm(scale)
    try {
      const rows = []
      for (const [name, work] of Object.entries(firm.works))
        rows.push(...(await contest(firm, name, work, scale)))
      return rows
    } finally {
      await firm.stop()
    }
  },
} satisfies Measurement
