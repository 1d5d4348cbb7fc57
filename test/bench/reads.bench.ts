import { completeAnswers } from '#server/db/factories/answers.ts'
import type { Measurement, Row, Scale } from './measurement.ts'
import { alternate, median, medianRatio } from './support/alternate.ts'
import { answerOf, startBareHttp } from './support/bare-http.ts'
import { openLoadGenerator } from './support/load.ts'
import { atLeast } from './support/rows.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'

const CONNECTIONS = 16
const OF_BARE_HTTP = 0.2
const PATHS = ['/api/user', '/api/application'] as const

/** One path, with as many clients as connections, against a server that only answers. */
async function measurePath(
  server: BenchServer,
  path: (typeof PATHS)[number],
  { rounds, seconds }: Scale,
): Promise<Row[]> {
  const answers = completeAnswers('client@test.example')
  const clients = await server.makeClients(CONNECTIONS, { answers })
  const connections = clients.map(({ headers }) => [{ method: 'GET' as const, path, headers }])
  const bare = await startBareHttp(await answerOf(`${server.url}${path}`, clients[0]?.headers ?? {}))
  const load = openLoadGenerator()
  const perSecond = async (url: string) => (await load.run({ url, seconds, connections })).perSecond
  try {
    const readings = await alternate(rounds, {
      product: () => perSecond(server.url),
      bareHttp: () => perSecond(bare.url),
    })
    const rate = `${median(readings.product).toFixed(0)} of ${median(readings.bareHttp).toFixed(0)} a second`
    const what = `GET ${path}, of bare node:http`
    return [atLeast(what, medianRatio(readings.product, readings.bareHttp), OF_BARE_HTTP, rate)]
  } finally {
    load.close()
    bare.stop()
  }
}

export default {
  name: 'Reads',
  about: `${CONNECTIONS} connections, each of a client of its own, against bare servers under the same load.`,
  async measure(scale) {
    const server = await startBenchServer()
    try {
      const rows: Row[] = []
      for (const path of PATHS) rows.push(...(await measurePath(server, path, scale)))
      return rows
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
