import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BulkProgress, BulkResult } from '#features/review/api/bulk-acts.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { ProblemBody } from '#base/rules/api/problem.ts'
import { bulkActNames, type BulkActName } from '#features/review/rules/bulk-acts.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { newId } from '#base/server/db/id.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { dueForReview } from '#test/support/annual-reviews.ts'
import type { HttpSession } from '#test/support/http.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { runBulkActions } from './run-bulk-action.ts'

const UNDO_MS = 10_000
const start = new Date('2026-11-20T08:00:00Z')

let server: TestServer
let now = start
let adminUser: MadeUser
let manager: MadeUser
let admin: HttpSession
let asManager: HttpSession
beforeAll(async () => {
  server = await startTestServer({ now: () => now, settings: { undoMs: UNDO_MS } })
  adminUser = await makeUser(server.context, { role: 'admin' })
  admin = await server.as(adminUser.username)
  manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Dube' })
  asManager = await server.as(manager.username)
})
afterAll(() => server.close())

const remind = { name: 'remind' } as const
const begin = (body: object, by = admin) => by.post('/api/admin/bulk-acts', body)
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const work = () => runBulkActions(server.context)
const read = async (id: string, by = admin) =>
  (await by.get(`/api/admin/bulk-acts/${id}`)).body as BulkProgress
const results = async (id: string, by = admin) =>
  Object.fromEntries(
    ((await by.get(`/api/admin/bulk-acts/${id}/results`)).body as BulkResult[]).map((one) => [
      one.applicationId,
      one.outcome,
    ]),
  )

/** Starts an action, waits until it can no longer be cancelled, and lets a server run it. */
async function done(body: object, by = admin): Promise<string> {
  const { status, body: begun } = await begin(body, by)
  expect([status, begun]).toMatchObject([201, {}])
  later(UNDO_MS)
  await work()
  return (begun as BulkProgress).id
}

const aClient = (more: Parameters<typeof makeClient>[1] = {}) =>
  makeClient(server.context, { wealthManagerId: manager.id, ...more })
const at = (status: 'draft' | 'submitted' | 'approved', more: Parameters<typeof makeClient>[1] = {}) =>
  aClient({ ...more, application: { status } })
const idsOf = (clients: readonly MadeClient[]) => clients.map(({ applicationId }) => applicationId)
const templatesTo = async ({ username }: Pick<MadeUser, 'username'>) =>
  (await mailsTo(server.context, username)).map(({ template }) => template)
const actionsAbout = async (id: string) => (await auditAbout(server.context, id)).map(({ action }) => action)

describe('136 quiet drafts', () => {
  const here: MadeClient[] = []
  const awaited: MadeClient[] = []
  const month = new Date(start.getTime() - 30 * 24 * 3_600_000)
  const filter = { status: 'draft', quietDays: 7 }
  let id = ''
  beforeAll(async () => {
    const quiet = { status: 'draft', createdAt: month } as const
    // One after the other: 130 at once wait for a connection longer than a busy machine allows.
    for (let made = 0; made < 130; made += 1) here.push(await aClient({ application: quiet }))
    for (let made = 0; made < 6; made += 1) awaited.push(await aClient({ application: quiet, invited: true }))
    await server.asOwner(
      `update application_summaries set last_active_on = '2026-10-21' where status = 'draft'`,
    )
  })

  test('are all reminded by their filter, each once; users who never signed in are invited again instead', async () => {
    id = await done({ act: remind, filter, count: 136 })
    expect(await read(id)).toMatchObject({
      total: 136,
      outcomes: { done: 130, invited: 6 },
      endedAt: expect.any(String) as string,
    })
    for (const client of here) expect(await templatesTo(client)).toEqual(['application-reminder'])
    for (const client of awaited) expect(await templatesTo(client)).toEqual(['invitation'])
  })

  test('are not reminded again within a day, nor by another run', async () => {
    await work()
    const again = await done({ act: remind, filter, count: 136 })
    expect(await read(again)).toMatchObject({ outcomes: { 'sent-recently': 136 } })
    for (const client of [...here, ...awaited]) expect(await templatesTo(client)).toHaveLength(1)
  })

  test('have one audit row for the bulk action, and one each', async () => {
    const { rows } = await server.context.database.pool.query<{ details: object }>(
      `select details from audit_events where action = 'applications.bulk-act-begun' and details->>'bulkActId' = $1`,
      [id],
    )
    expect(rows).toEqual([{ details: { act: 'remind', bulkActId: id, applications: 136 } }])
    for (const applicationId of idsOf(here.slice(0, 3))) {
      const events = await auditAbout(server.context, applicationId)
      const event = events.find(({ action }) => action === 'application.reminded')
      expect(event).toMatchObject({ actorId: adminUser.id, actorRole: 'admin' })
    }
  })

  test('are unchanged where the number of matches has changed', async () => {
    const { status, body } = await begin({ act: remind, filter, count: 135 })
    expect([status, (body as ProblemBody).code]).toEqual([409, 'list-changed'])
    expect((body as ProblemBody).detail).toContain('135 applications matched when you looked, and 136 do now')
  })
})

describe('before it starts', () => {
  test('an action that mails clients is cancelled without effect', async () => {
    const client = await at('draft')
    const { id } = (await begin({ act: remind, ids: [client.applicationId] })).body as BulkProgress
    later(UNDO_MS - 1)
    await work()
    expect(await read(id)).toMatchObject({ outcomes: {}, startedAt: null })
    const calledOff = await admin.post(`/api/admin/bulk-acts/${id}/call-off`)
    expect([calledOff.status, calledOff.body]).toMatchObject([200, { outcomes: { 'called-off': 1 } }])
    later(UNDO_MS)
    await work()
    expect(await templatesTo(client)).toEqual([])
    expect(await actionsAbout(client.applicationId)).not.toContain('application.reminded')
  })

  test('and no later: it is either performed or cancelled', async () => {
    for (let round = 0; round < 10; round += 1) {
      const client = await at('draft')
      const { id } = (await begin({ act: remind, ids: [client.applicationId] })).body as BulkProgress
      // The clock is just before the end for the cancelling request, and just after it for the server.
      const until = new Date(now.getTime() + UNDO_MS)
      later(UNDO_MS - 1)
      const calling = admin.post(`/api/admin/bulk-acts/${id}/call-off`)
      const [{ status }] = await Promise.all([
        calling,
        runBulkActions({ ...server.context, now: () => until }),
      ])
      later(UNDO_MS)
      await work()
      expect([status, await templatesTo(client)]).toEqual(
        status === 200 ? [200, []] : [409, ['application-reminder']],
      )
    }
  })

  const acts: { [Name in BulkActName]: () => Promise<object> } = {
    remind: () => Promise.resolve(remind),
    notify: () => Promise.resolve({ name: 'notify' }),
    assign: async () => {
      const { id } = await makeUser(server.context, { role: 'wealth_manager' })
      return { name: 'assign', wealthManagerId: id, withoutLetter: true }
    },
    'change-status': () => Promise.resolve({ name: 'change-status', status: 'cancelled' }),
  }
  test.each(bulkActNames)('%s waits, and can be cancelled like the single action', async (name) => {
    const client = await at('draft')
    const before = await actionsAbout(client.applicationId)
    const { body } = await begin({ act: await acts[name](), ids: [client.applicationId] })
    await work()
    const { id, startedAt } = body as BulkProgress
    expect(startedAt).toBeNull()
    expect((await admin.post(`/api/admin/bulk-acts/${id}/call-off`)).status).toBe(200)
    later(UNDO_MS)
    await work()
    expect(await actionsAbout(client.applicationId)).toEqual(before)
    expect(await templatesTo(client)).toEqual([])
  })
})

describe('assigning', () => {
  test('80 clients sends one mail to each manager, and writes one audit row for each application', async () => {
    const [from, to] = [
      await makeUser(server.context, { role: 'wealth_manager' }),
      await makeUser(server.context, { role: 'wealth_manager' }),
    ]
    await makeFaisDocument(server.context, { managerId: to.id })
    const clients = await Promise.all(Array.from({ length: 80 }, () => aClient({ wealthManagerId: from.id })))
    const id = await done({ act: { name: 'assign', wealthManagerId: to.id }, ids: idsOf(clients) })
    expect(await read(id)).toMatchObject({ outcomes: { done: 80 } })
    const owned = await server.context.database.db.$count(
      applications,
      eq(applications.wealthManagerId, to.id),
    )
    expect(owned).toBe(80)
    expect(await templatesTo(to)).toEqual(['clients-assigned'])
    expect(await templatesTo(from)).toEqual(['clients-handed-over'])
    expect((await mailsTo(server.context, to.username))[0]?.text).toContain('80')
    for (const applicationId of idsOf(clients).slice(0, 3)) {
      expect(await actionsAbout(applicationId)).toContain('application.manager-changed')
    }
    const again = await done({ act: { name: 'assign', wealthManagerId: to.id }, ids: idsOf(clients) })
    expect(await read(again)).toMatchObject({ outcomes: { unchanged: 80 } })
    expect(await templatesTo(to)).toEqual(['clients-assigned'])
  })

  test('needs confirmation for a manager without a letter, and refuses users who are no managers', async () => {
    const client = await at('submitted')
    const { id: wealthManagerId } = await makeUser(server.context, { role: 'wealth_manager' })
    const ids = [client.applicationId]
    expect((await begin({ act: { name: 'assign', wealthManagerId }, ids })).body).toMatchObject({
      code: 'no-letter',
    })
    expect((await begin({ act: { name: 'assign', wealthManagerId: adminUser.id }, ids })).status).toBe(400)
  })
})

describe('changing the status', () => {
  test('of many notifies each client; those changed meanwhile are left out', async () => {
    const [one, other] = [await at('submitted'), await at('draft')]
    const act = { name: 'change-status', status: 'approved' }
    const id = await done({ act, ids: idsOf([one, other]) }, asManager)
    expect(await results(id, asManager)).toEqual({
      [one.applicationId]: 'done',
      [other.applicationId]: 'changed',
    })
    expect(await templatesTo(one)).toEqual(['application-status'])
    expect(await templatesTo(other)).toEqual([])
  })

  test('many are cancelled by an admin, with one reason that only staff see', async () => {
    const [draft, submitted] = [await at('draft'), await at('submitted')]
    const ids = idsOf([draft, submitted])
    const act = { name: 'change-status', status: 'cancelled', reason: 'They went elsewhere.' }
    const id = await done({ act, ids })
    expect(await read(id)).toMatchObject({ outcomes: { done: 2 } })
    for (const client of [draft, submitted]) {
      const path = `/api/admin/applications/${client.applicationId}`
      expect((await admin.get(path)).body).toMatchObject({
        status: 'cancelled',
        statusReason: 'They went elsewhere.',
      })
      const mails = await mailsTo(server.context, client.username)
      expect(mails.map(({ template }) => template)).toEqual(['application-status'])
      expect(mails[0]?.text).not.toContain('They went elsewhere.')
    }
    const another = await at('submitted')
    const refused = await done({ act, ids: idsOf([another]) }, asManager)
    expect(await results(refused, asManager)).toEqual({ [another.applicationId]: 'changed' })
  })
})

describe('the actor', () => {
  test('has the scope of single actions: other applications look missing', async () => {
    const other = await makeUser(server.context, { role: 'wealth_manager' })
    const [own, foreign] = [await at('submitted'), await at('submitted', { wealthManagerId: other.id })]
    const missing = newId()
    const act = { name: 'change-status', status: 'under_review' }
    const id = await done({ act, ids: [own.applicationId, foreign.applicationId, missing] }, asManager)
    const rows = (await asManager.get(`/api/admin/bulk-acts/${id}/results`)).body as BulkResult[]
    const [, theirs, nothing] = rows
    expect(rows[0]).toMatchObject({ outcome: 'done', name: expect.any(String) as string })
    const unknown = { name: null, outcome: 'missing', notReady: [] }
    expect(theirs).toEqual({ applicationId: foreign.applicationId, ...unknown })
    expect(nothing).toEqual({ applicationId: missing, ...unknown })
  })

  test('a manager’s filter finds only their own clients, with the permissions of single actions', async () => {
    const mine = await makeUser(server.context, { role: 'wealth_manager' })
    const session = await server.as(mine.username)
    await at('submitted', { wealthManagerId: mine.id })
    const act = { name: 'change-status', status: 'under_review' }
    const id = await done(
      { act, filter: { wealthManager: manager.id, status: 'submitted' }, count: 1 },
      session,
    )
    expect(await read(id, session)).toMatchObject({ total: 1, outcomes: { done: 1 } })
    expect((await begin({ act: remind, ids: [newId()] }, session)).status).toBe(403)
  })

  test('must be staff, and can select at most 1,000', async () => {
    const client = await at('draft')
    const asClient = await server.as(client.username)
    expect((await begin({ act: remind, ids: [client.applicationId] }, asClient)).status).toBe(403)
    const tooMany = await begin({ act: remind, ids: Array.from({ length: 1001 }, newId) })
    expect([tooMany.status, tooMany.text]).toEqual([400, expect.stringContaining('at most 1000') as string])
    for (const body of [
      { act: remind },
      { act: remind, ids: [], filter: {}, count: 1 },
      { act: remind, filter: {} },
    ]) {
      expect((await begin(body)).status).toBe(400)
    }
  })

  test('stops the action by losing their rights', async () => {
    const gone = await makeUser(server.context, { role: 'admin' })
    const session = await server.as(gone.username)
    const client = await at('draft')
    const { id } = (await begin({ act: remind, ids: [client.applicationId] }, session)).body as BulkProgress
    await server.context.database.db.update(users).set({ deactivatedAt: now }).where(eq(users.id, gone.id))
    later(UNDO_MS)
    await work()
    expect(await templatesTo(client)).toEqual([])
    const { rows } = await server.context.database.pool.query(
      'select outcome from bulk_act_rows where bulk_act_id = $1',
      [id],
    )
    expect(rows).toEqual([{ outcome: 'not-allowed' }])
  })

  test('that loses their rights during the wait for a lock changes nothing', async () => {
    const gone = await makeUser(server.context, { role: 'admin' })
    const session = await server.as(gone.username)
    const client = await at('draft')
    const { id } = (await begin({ act: remind, ids: [client.applicationId] }, session)).body as BulkProgress
    later(UNDO_MS)
    await inOwnTransaction(server.context.database.pool, async (holder) => {
      await holder.query('select 1 from applications where id = $1 for update', [client.applicationId])
      const working = work()
      const blocked = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await server.context.database.pool.query(blocked)).rowCount).toBe(1)
      await server.context.database.db
        .update(users)
        .set({ role: 'wealth_manager' })
        .where(eq(users.id, gone.id))
      await holder.query('rollback')
      await working
    })
    expect(await templatesTo(client)).toEqual([])
    const { rows } = await server.context.database.pool.query(
      'select outcome from bulk_act_rows where bulk_act_id = $1',
      [id],
    )
    expect(rows).toEqual([{ outcome: 'missing' }])
  })

  test('with the same idempotency key twice starts one action', async () => {
    const client = await at('draft')
    const options = {
      body: { act: remind, ids: [client.applicationId] },
      headers: { 'idempotency-key': '"twice"' },
    }
    const answers = await Promise.all(
      [1, 2].map(() => admin.request('POST', '/api/admin/bulk-acts', options)),
    )
    const [first] = answers
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    later(UNDO_MS)
    await work()
    expect(first && (await templatesTo(client))).toEqual(['application-reminder'])
  })
})

describe('servers', () => {
  test('several process each application once', async () => {
    const clients = await Promise.all(Array.from({ length: 40 }, () => at('draft')))
    const { id } = (await begin({ act: remind, ids: idsOf(clients) })).body as BulkProgress
    later(UNDO_MS)
    await Promise.all([work(), work(), work()])
    await work()
    expect(await read(id)).toMatchObject({ outcomes: { done: 40 }, endedAt: expect.any(String) as string })
    for (const client of clients) expect(await templatesTo(client)).toEqual(['application-reminder'])
  })

  test('process ten in a transaction, and each separately where one of them is locked', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => at('draft')))
    const { id } = (await begin({ act: remind, ids: idsOf(clients) })).body as BulkProgress
    later(UNDO_MS)
    const locked = clients[15]?.applicationId ?? ''
    await inOwnTransaction(server.context.database.pool, async (holder) => {
      await holder.query('select 1 from applications where id = $1 for update', [locked])
      const working = work()
      await expect
        .poll(async () => (await read(id)).outcomes.done ?? 0, { timeout: 10_000 })
        .toBeGreaterThanOrEqual(15)
      await holder.query('commit')
      await working
    })
    expect(await read(id)).toMatchObject({ outcomes: { done: 20 } })
    const { rows } = await server.context.database.pool.query<{ together: number }>(
      `select count(*)::int as together from bulk_act_rows where bulk_act_id = $1 group by xmin::text order by 1 desc`,
      [id],
    )
    expect(rows.map(({ together }) => together)).toEqual([10, ...Array.from({ length: 10 }, () => 1)])
    for (const client of clients) expect(await templatesTo(client)).toEqual(['application-reminder'])
  })

  test('insert the mails of ten by one statement, and their audit rows by another', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => at('draft')))
    const id = await done({ act: remind, ids: idsOf(clients) })
    expect(await read(id)).toMatchObject({ outcomes: { done: 10 } })
    // Rows of one statement have these two in common.
    const { rows } = await server.context.database.pool.query<{ written: string; rows: number }>(
      `select 'mails' as written, count(*)::int as rows from mail_outbox where recipient = any($1) group by xmin::text, cmin::text
       union all select 'log', count(*)::int from audit_events
       where object_id = any($2) and action = 'application.reminded' group by xmin::text, cmin::text`,
      [clients.map(({ username }) => username), idsOf(clients)],
    )
    expect(rows).toEqual([
      { written: 'mails', rows: 10 },
      { written: 'log', rows: 10 },
    ])
  })

  test.each(['remind', 'notify', 'assign', 'change-status'] as const)(
    'need no more statements for ten than for one: %s',
    async (name) => {
      const to = await makeUser(server.context, { role: 'wealth_manager' })
      const { act, application } = {
        remind: { act: remind, application: { status: 'draft' } as const },
        notify: { act: { name: 'notify' }, application: dueForReview(server.context) },
        assign: {
          act: { name: 'assign', wealthManagerId: to.id, withoutLetter: true },
          application: { status: 'submitted' } as const,
        },
        'change-status': {
          act: { name: 'change-status', status: 'onboarded' },
          application: { status: 'approved' } as const,
        },
      }[name]
      const statementsFor = async (count: number) => {
        const clients = await Promise.all(
          Array.from({ length: count }, async () => {
            const { id: wealthManagerId } = await makeUser(server.context, { role: 'wealth_manager' })
            return aClient({ application, wealthManagerId })
          }),
        )
        const { id } = (await begin({ act, ids: idsOf(clients) })).body as BulkProgress
        later(UNDO_MS)
        const sent = vi.spyOn(pg.Client.prototype, 'query')
        await work()
        const { length } = sent.mock.calls
        sent.mockRestore()
        expect(await read(id)).toMatchObject({ outcomes: { done: count } })
        return length
      }
      // Several need an extra statement for the lock timeout, and background statements may occur.
      expect(await statementsFor(10)).toBeLessThan((await statementsFor(1)) + 5)
    },
  )

  test('one that is killed leaves the rest to the next', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => at('draft')))
    const { id } = (await begin({ act: remind, ids: idsOf(clients) })).body as BulkProgress
    later(UNDO_MS)
    const stopping = new AbortController()
    let looked = 0
    // The clock is read when actions are claimed, and then for each transaction.
    const counting = () => {
      if ((looked += 1) === 2) stopping.abort()
      return now
    }
    await runBulkActions({ ...server.context, now: counting }, stopping.signal)
    const before = (await read(id)).outcomes.done ?? 0
    expect(before).toBe(10)
    await work()
    expect(await read(id)).toMatchObject({ outcomes: { done: 20 } })
    for (const client of clients) expect(await templatesTo(client)).toEqual(['application-reminder'])
  })

  test('an internal error is rolled back, retried, and reported in the end', async () => {
    const [one, other] = [await at('draft'), await at('draft')]
    const { id } = (await begin({ act: remind, ids: idsOf([one, other]) })).body as BulkProgress
    later(UNDO_MS)
    await server.asOwner(
      `create function break_off() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
      `create trigger break_off before insert on client_notices for each row when (new.application_id = '${one.applicationId}') execute function break_off()`,
    )
    await work()
    await server.asOwner('drop trigger break_off on client_notices', 'drop function break_off()')
    expect(await results(id)).toEqual({ [one.applicationId]: 'failed', [other.applicationId]: 'done' })
    expect([await templatesTo(one), await templatesTo(other)]).toEqual([[], ['application-reminder']])
    expect(await server.context.database.db.execute(sql`select 1`)).toBeDefined()
  })
})

test('clients with a due annual review are notified once, and skipped ones are reported', async () => {
  const due = await aClient({ application: dueForReview(server.context) })
  const fresh = await aClient({ application: { ...dueForReview(server.context), onboardedAt: now } })
  const draft = await at('draft')
  const act = { name: 'notify' }
  const ids = idsOf([fresh, draft, due])
  const preview = { call: 'POST /api/admin/bulk-acts', body: { act, ids } }
  const { mails } = (await admin.post('/api/staff/mail-previews', preview))
    .body as AnswerOf<'POST /api/staff/mail-previews'>
  expect(mails.map(({ recipient }) => recipient)).toEqual([due.username])
  const id = await done({ act, ids })
  expect(await results(id)).toEqual({
    [due.applicationId]: 'done',
    [fresh.applicationId]: 'not-due',
    [draft.applicationId]: 'not-due',
  })
  expect(await templatesTo(due)).toEqual(['annual-review'])
  expect(await results(await done({ act, ids: [due.applicationId] }))).toEqual({
    [due.applicationId]: 'sent-recently',
  })
  expect((await begin({ act, ids }, asManager)).status).toBe(403)
})
