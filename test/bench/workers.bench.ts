import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { Measurement } from './measurement.ts'
import { alternate, median, medianRatio } from './support/alternate.ts'
import { openLoadGenerator, type LoadRequest } from './support/load.ts'
import { atLeast } from './support/rows.ts'
import { savesOf } from './support/saving.ts'
import { startBenchServer, type BenchClient, type BenchServer } from './support/server.ts'

const CONNECTIONS = 16
/**
 * Higher on a dedicated machine; where load and databases share its cores, a second worker must at least cost nothing.
 */
const PROMISED = 0.8

const readsOf = ({ headers }: BenchClient): LoadRequest[] => [
  { method: 'GET', path: '/api/application', headers },
]

const works = { 'GET /api/application': readsOf, 'PUT /api/application': savesOf }

async function startServers(workers: number): Promise<{ server: BenchServer; clients: BenchClient[] }> {
  const server = await startBenchServer({ env: { WORKERS: String(workers) } })
  const answers = completeAnswers('client@test.example')
  return { server, clients: await server.makeClients(CONNECTIONS, { answers }) }
}

export default {
  name: 'Servers that share a port',
  about: `${CONNECTIONS} connections, each of a client of its own, to one server and to two that share a port (WORKERS), in turns.`,
  async measure({ rounds, seconds }) {
    const one = await startServers(1)
    const two = await startServers(2)
    const load = openLoadGenerator()
    try {
      const rows = []
      for (const [name, requestsOf] of Object.entries(works)) {
        const rate = async ({ server, clients }: typeof one) =>
          (await load.run({ url: server.url, seconds, connections: clients.map(requestsOf) })).perSecond
        const rates = await alternate(rounds, { one: () => rate(one), two: () => rate(two) })
        const because = `${median(rates.two).toFixed(0)} to ${median(rates.one).toFixed(0)} a second`
        rows.push(atLeast(`${name}, two to one`, medianRatio(rates.two, rates.one), PROMISED, because))
      }
      return rows
    } finally {
      load.close()
      await one.server.stop()
      await two.server.stop()
    }
  },
} satisfies Measurement
