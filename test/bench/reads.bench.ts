import { applicationOfSession } from '#features/wizard/server/queries.ts'
import { findActor, type SessionContext } from '#features/sign-in/server/sessions.ts'
import type { Context } from '#base/server/context.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { Measurement, Row } from './measurement.ts'
import { answerOf } from './support/bare-http.ts'
import { compare } from './support/contenders.ts'
import { memoryAfter } from './support/memory.ts'
import { oneByOne, recordStatements } from './support/recorded-statements.ts'
import { startBenchServer, tokenIn, type BenchClient, type BenchServer } from './support/server.ts'

const CONNECTIONS = 16

/** Each path with the module that queries the database for it. */
const reads: Record<
  string,
  (context: SessionContext & Pick<Context, 'keyring'>, token: string) => Promise<unknown>
> = {
  '/api/user': (context, token) => findActor(context, token, { now: new Date(), isUse: true }),
  '/api/application': (context, token) =>
    applicationOfSession(context, token, { now: new Date(), isUse: true }),
}

async function contestOf(server: BenchServer, clients: BenchClient[], path: string) {
  const read = reads[path]
  const work = await oneByOne(clients, async ({ headers }) => {
    const [statement] = await recordStatements(async () => read?.(server.factories, tokenIn(headers)))
    if (statement === undefined) throw new Error(`${path} sends no statement.`)
    return { reads: [statement], writes: [] }
  })
  return {
    name: `GET ${path}`,
    server,
    requests: clients.map(({ headers }) => [{ method: 'GET' as const, path, headers }]),
    work,
    answer: await answerOf(`${server.url}${path}`, clients[0]?.headers ?? {}),
    promised: { ofPg: 0.55, ofHttp: 0.2 },
  }
}

export default {
  name: 'Reads',
  about: `${CONNECTIONS} connections, each of a client of its own, against bare servers under the same load.`,
  async measure(scale) {
    const server = await startBenchServer()
    try {
      const answers = completeAnswers('client@test.example')
      const clients = await server.makeClients(CONNECTIONS, { answers })
      const rows: Row[] = []
      for (const path of Object.keys(reads)) {
        rows.push(...(await compare(await contestOf(server, clients, path), scale)))
      }
      return [...rows, await memoryAfter('these reads', server)]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
