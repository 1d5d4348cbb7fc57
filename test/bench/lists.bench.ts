import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { adminSorts, directions } from '#base/rules/api/list.ts'
import { findActor } from '#features/sign-in/server/sessions.ts'
import { listApplications, type ListRequest } from '#features/review/server/list.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import type { Measurement } from './measurement.ts'
import { answerOf } from './support/bare-http.ts'
import { compare } from './support/contenders.ts'
import { memoryAfter } from './support/memory.ts'
import { oneByOne, recordStatements } from './support/recorded-statements.ts'
import { seedApplications } from './support/seed-applications.ts'
import { startBenchServer, tokenIn, type BenchServer } from './support/server.ts'
import { gate } from '#features/screening/server/gate.ts'

const CONNECTIONS = 16
const APPLICATIONS = 100_000

/** One page per connection, with all orders and statuses in turn. */
const pages: ListRequest[] = Array.from({ length: CONNECTIONS }, (_, position) => ({
  sort: adminSorts[position % adminSorts.length] ?? 'createdAt',
  direction: directions[position % directions.length] ?? 'desc',
  status: applicationStatuses.slice(position % applicationStatuses.length).slice(0, 1),
  limit: 50,
}))

function pathOf(page: ListRequest): string {
  const query = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]))
  return `/api/admin/applications?${query}`
}

async function openFirm(server: BenchServer): Promise<Record<string, string>> {
  const found = await findRunningPostgres({ dataDir: server.dataDir, log: () => undefined })
  if (found === undefined) throw new Error('The database is not running.')
  await seedApplications(found.ownerUrl, APPLICATIONS)
  return server.signIn(await makeUser(server.factories, { role: 'admin' }))
}

export default {
  name: 'Pages of lists',
  about: `${CONNECTIONS} connections read pages of 50 of ${APPLICATIONS} applications, sorted and filtered, against bare servers under the same load.`,
  async measure(scale) {
    const server = await startBenchServer()
    try {
      const headers = await openFirm(server)
      const read = async (page: ListRequest) => {
        await findActor(server.factories, tokenIn(headers), { now: new Date(), isUse: true })
        await listApplications(
          { ...server.factories, gate, settings: { dueDiligence: { on: false } } },
          { managerId: null, now: new Date(), listMaxDays: 7 },
          page,
        )
      }
      const work = await oneByOne(pages, async (page) => {
        // Repeated as under load, so that large counts come from the cache (docs/decisions/0140).
        await read(page)
        await read(page)
        return { reads: await recordStatements(() => read(page)), writes: [] }
      })
      const paths = pages.map(pathOf)
      const contest = {
        name: 'GET /api/admin/applications, 50 rows',
        server,
        requests: paths.map((path) => [{ method: 'GET' as const, path, headers }]),
        work,
        answer: await answerOf(`${server.url}${paths[0]}`, headers),
        promised: { ofPg: 0.4, ofHttp: 0.06 },
      }
      return [...(await compare(contest, scale)), await memoryAfter('these pages', server)]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
