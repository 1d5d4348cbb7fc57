import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { findActor } from '#features/sign-in/server/sessions.ts'
import { applicationOfSession } from '#features/wizard/server/queries.ts'
import { saveApplication } from '#features/wizard/server/save.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import type { Measurement } from './measurement.ts'
import { answerOf } from './support/bare-answer.ts'
import type { BareWork } from './support/bare-pg.ts'
import { compare, type Contest } from './support/contenders.ts'
import { memoryAfter } from './support/memory.ts'
import { oneByOne, recordStatements, type RecordedStatement } from './support/recorded-statements.ts'
import { bodies, savesOf } from './support/saving.ts'
import { seedApplications } from './support/seed-applications.ts'
import { ORIGIN, startBenchServer, tokenIn, type BenchClient, type BenchServer } from './support/server.ts'

const CONNECTIONS = 16
const APPLICATIONS = 100_000
const PAGE = '/api/admin/applications?status=submitted&sort=createdAt&direction=desc&limit=50'

/** What a program without our code would send for such a page. */
const BARE_PAGE = `select s.*, coalesce(m.full_name, m.username) as manager, a.reference, a.answer_promised_by
  from application_summaries s join applications a on a.id = s.application_id
    left join users m on m.id = s.wealth_manager_id
  where s.status = $1 order by s.created_at desc, s.application_id desc limit 51`

async function recordOne(work: () => Promise<unknown>): Promise<RecordedStatement> {
  const [statement] = await recordStatements(work)
  if (statement === undefined) throw new Error('No statement was sent.')
  return statement
}

/** An admin's page of one status, newest first. */
async function pageContest(server: BenchServer): Promise<Contest> {
  const headers = await server.signIn(await makeUser(server.factories, { role: 'admin' }))
  const session = await recordOne(() =>
    findActor(server.factories, tokenIn(headers), { now: new Date(), isUse: true }),
  )
  const page = { name: 'bare_page', text: BARE_PAGE, values: ['submitted'] }
  return {
    name: 'Page of 50',
    server,
    requests: Array.from({ length: CONNECTIONS }, () => [{ method: 'GET', path: PAGE, headers }]),
    work: Array.from({ length: CONNECTIONS }, () => ({ reads: [session, page], writes: [] })),
    answer: await answerOf(`${server.url}${PAGE}`, headers),
    promised: 0.45,
  }
}

const readOf = ({ factories }: BenchServer, { headers }: BenchClient) =>
  applicationOfSession(factories, tokenIn(headers), { now: new Date(), isUse: true })

/** Each client's own application. */
async function readContest(server: BenchServer, clients: BenchClient[]): Promise<Contest> {
  const path = '/api/application'
  return {
    name: 'One read',
    server,
    requests: clients.map(({ headers }) => [{ method: 'GET', path, headers }]),
    work: await oneByOne(clients, async (client) => ({
      reads: [await recordOne(() => readOf(server, client))],
      writes: [],
    })),
    answer: await answerOf(`${server.url}${path}`, clients[0]?.headers ?? {}),
    promised: 0.45,
  }
}

/** The statements that the product sends for one save of this client. */
async function saveOf(server: BenchServer, client: BenchClient, body: (typeof bodies)[number]) {
  let revision: string | undefined
  const [read, statement] = await recordStatements(async () => {
    const arrived = await readOf(server, client)
    if (arrived?.found === null || arrived?.found === undefined) throw new Error('There is no application.')
    const { actor, found: seen } = arrived
    revision = seen.revision
    const context = { ...server.factories, settings: { branding: { termsUrl: ORIGIN, privacyUrl: ORIGIN } } }
    const act = { context, actor, origin: { ip: '127.0.0.1', userAgent: null }, now: new Date() }
    await saveApplication(act, { body, isCurrent: undefined, draft: false, seen })
  })
  if (read === undefined || statement === undefined) throw new Error('A save is two statements.')
  return { read, write: { statement, revisionAt: statement.values.indexOf(revision) } }
}

/** Each write has new values, so that the database does the same work. */
async function workOfSaves(server: BenchServer, client: BenchClient): Promise<BareWork> {
  const saves = await oneByOne(bodies, (body) => saveOf(server, client, body))
  return { reads: saves.slice(0, 1).map(({ read }) => read), writes: saves.map(({ write }) => write) }
}

/** A step that is saved again and again, audit row included. */
async function saveContest(server: BenchServer, clients: BenchClient[]): Promise<Contest> {
  return {
    name: 'One save',
    server,
    requests: clients.map(savesOf),
    work: await oneByOne(clients, (client) => workOfSaves(server, client)),
    answer: await answerOf(`${server.url}/api/application`, clients[0]?.headers ?? {}),
    promised: 0.4,
  }
}

export default {
  name: 'Read, save and page',
  about: `${CONNECTIONS} connections at ${APPLICATIONS} applications, beside statements sent through pg alone.`,
  async measure(scale) {
    const server = await startBenchServer()
    try {
      const found = await findRunningPostgres({ dataDir: server.dataDir, log: () => undefined })
      if (found === undefined) throw new Error('The database is not running.')
      await seedApplications(found.ownerUrl, APPLICATIONS)
      const clients = await server.makeClients(CONNECTIONS, {
        answers: completeAnswers('client@test.example'),
      })
      return [
        await compare(await readContest(server, clients), scale),
        await compare(await saveContest(server, clients), scale),
        await compare(await pageContest(server), scale),
        await memoryAfter('this load', server),
      ]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
