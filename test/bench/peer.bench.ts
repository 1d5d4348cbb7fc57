import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { findActor } from '#features/sign-in/server/sessions.ts'
import { applicationOfSession } from '#features/wizard/server/queries.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { findRunningPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import type { Measurement } from './measurement.ts'
import { answerOf } from './support/bare-answer.ts'
import type { BareWork } from './support/bare-pg.ts'
import { compare, type Contest } from './support/contenders.ts'
import { memoryAfter } from './support/memory.ts'
import { oneByOne, recordStatements, type RecordedStatement } from './support/recorded-statements.ts'
import { savesOf } from './support/saving.ts'
import { seedApplications } from './support/seed-applications.ts'
import { startBenchServer, tokenIn, type BenchClient, type BenchServer } from './support/server.ts'

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

/** The session and the application of a client. */
const readsOf = ({ factories }: BenchServer, { headers }: BenchClient) =>
  recordStatements(() => applicationOfSession(factories, tokenIn(headers), { now: new Date(), isUse: true }))

/** Each client's own application. */
async function readContest(server: BenchServer, clients: BenchClient[]): Promise<Contest> {
  const path = '/api/application'
  return {
    name: 'One read',
    server,
    requests: clients.map(({ headers }) => [{ method: 'GET', path, headers }]),
    work: await oneByOne(clients, async (client) => ({ reads: await readsOf(server, client), writes: [] })),
    answer: await answerOf(`${server.url}${path}`, clients[0]?.headers ?? {}),
    promised: 0.45,
  }
}

/** The row that a save leaves. */
const SAVED_ROW = `select id, answers, id_number_hash, confirmations, current_step, version, updated_at, user_id
  from applications where user_id = $1`

/** What a program without our code would send for a save: one statement, with the audit row. */
const BARE_SAVE = `with changed as (
    update applications set answers = $2, id_number_hash = $3, confirmations = $4, current_step = $5, version = $6,
      updated_at = $7
    where id = $1 returning id, user_id
  ) insert into audit_events (at, action, success, actor_id, actor_role, object_id, ip, details)
    select $7, 'application.saved', true, user_id, 'client', id, '127.0.0.1', $8 from changed`

/** The row of each save, written by one statement. */
async function workOfSaves(server: BenchServer, client: BenchClient): Promise<BareWork> {
  const writes = await oneByOne(savesOf(client), async ({ path, headers, body }) => {
    const { status } = await fetch(`${server.url}${path}`, { method: 'PUT', headers, body })
    if (status !== 200) throw new Error(`A save was answered with ${status}.`)
    const { rows } = await server.factories.database.pool.query(SAVED_ROW, [client.id])
    const [
      { id, answers, id_number_hash: hash, confirmations, current_step: step, version, updated_at: at },
    ] = rows
    const details = { version, fields: ['city'], currentStep: step }
    return {
      name: 'bare_save',
      text: BARE_SAVE,
      values: [id, answers, hash, confirmations, step, version, at, details],
    }
  })
  return { reads: await readsOf(server, client), writes }
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
        ...(await memoryAfter('this load', server)),
      ]
    } finally {
      await server.stop()
    }
  },
} satisfies Measurement
