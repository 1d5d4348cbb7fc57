import { applicationOfSession } from '#features/wizard/server/queries.ts'
import { saveApplication } from '#features/wizard/server/save.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import type { Measurement } from './measurement.ts'
import { answerOf } from './support/bare-http.ts'
import type { BareWork } from './support/bare-pg.ts'
import { compare } from './support/contenders.ts'
import { memoryAfter } from './support/memory.ts'
import { oneByOne, recordStatements } from './support/recorded-statements.ts'
import { bodies, savesOf } from './support/saving.ts'
import { ORIGIN, startBenchServer, tokenIn, type BenchClient, type BenchServer } from './support/server.ts'

const CONNECTIONS = 16

type SaveBody = (typeof bodies)[number]

/** The statements that the product sends for one save of this client. */
async function saveOf({ factories }: BenchServer, { headers }: BenchClient, body: SaveBody) {
  let revision: string | undefined
  const [read, statement] = await recordStatements(async () => {
    const now = new Date()
    const arrived = await applicationOfSession(factories, tokenIn(headers), { now, isUse: true })
    if (arrived?.found === null || arrived?.found === undefined) throw new Error('There is no application.')
    const { actor, found: seen } = arrived
    revision = seen.revision
    const context = { ...factories, settings: { branding: { termsUrl: ORIGIN, privacyUrl: ORIGIN } } }
    const act = { context, actor, origin: { ip: '127.0.0.1', userAgent: null }, now }
    await saveApplication(act, { body, isCurrent: undefined, draft: false, seen })
  })
  if (read === undefined || statement === undefined) throw new Error('A save is two statements.')
  return { read, write: { statement, revisionAt: statement.values.indexOf(revision) } }
}

/** Reads and writes of a client's saves; each writes new values, so that the database does the same work. */
async function workOf(server: BenchServer, client: BenchClient): Promise<BareWork> {
  const saves = await oneByOne(bodies, (body) => saveOf(server, client, body))
  const [first] = saves
  if (first === undefined) throw new Error('There is nothing to save.')
  return { reads: [first.read], writes: saves.map(({ write }) => write) }
}

export default {
  name: 'Saves',
  about: `${CONNECTIONS} clients save a step again and again, audit row included, against bare servers under the same load.`,
  async measure(scale) {
    const server = await startBenchServer()
    try {
      const answers = completeAnswers('client@test.example')
      const clients = await server.makeClients(CONNECTIONS, { answers })
      const contest = {
        name: 'PUT /api/application',
        server,
        requests: clients.map(savesOf),
        work: await oneByOne(clients, (client) => workOf(server, client)),
        answer: await answerOf(`${server.url}/api/application`, clients[0]?.headers ?? {}),
        // A commit waits for the disk; bare HTTP waits for nothing (docs/decisions/0008).
        promised: { ofPg: 0.5, ofHttp: 0.02 },
      }
      return [...(await compare(contest, scale)), await memoryAfter('these saves', server)]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
