import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession
let system: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  system = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
})
afterAll(() => server.close())

async function aManager({ letter = true, fullName = 'Naledi Dube' } = {}): Promise<MadeUser> {
  const made = await makeUser(server.context, { role: 'wealth_manager', fullName })
  if (letter) await makeFaisDocument(server.context, { managerId: made.id })
  return made
}

const aClient = (wealthManagerId: string | null, fullName = 'Zanele Mthembu') =>
  makeClient(server.context, { wealthManagerId, fullName, application: { status: 'submitted' } })

const assign = (applicationId: string, wealthManagerId: string, more: object = {}) =>
  admin.put(`/api/admin/applications/${applicationId}/wealth-manager`, { wealthManagerId, ...more })
const handOver = (from: string, to: string, by = admin, more: object = {}) =>
  by.post(`/api/admin/wealth-managers/${from}/hand-over`, { to, ...more })
const edit = (id: string, body: object) => system.patch(`/api/system-admin/users/${id}`, body)

const listed = async (query: string) =>
  (await admin.get(`/api/admin/applications?limit=100${query}`)).body as ListedApplication[]
const unassigned = async () =>
  ((await admin.get('/api/admin/application-figures')).body as { unassigned: number }).unassigned

async function managerOf(applicationId: string) {
  const { db } = server.context.database
  const [row] = await db
    .select({ of: applications.wealthManagerId, listed: applicationSummaries.wealthManagerId })
    .from(applications)
    .innerJoin(applicationSummaries, eq(applicationSummaries.applicationId, applications.id))
    .where(eq(applications.id, applicationId))
  return row
}

const actionsAbout = async (id: string) => (await auditAbout(server.context, id)).map(({ action }) => action)
const templatesTo = async ({ username }: { username: string }) =>
  (await mailsTo(server.context, username)).map(({ template }) => template)

describe('the owner of an application', () => {
  test('is the manager of its client, whatever is written into it', async () => {
    const [one, other] = [await aManager(), await aManager()]
    const client = await aClient(one.id)
    const { db } = server.context.database
    await db
      .update(applications)
      .set({ wealthManagerId: other.id })
      .where(eq(applications.id, client.applicationId))
    expect(await managerOf(client.applicationId)).toEqual({ of: one.id, listed: one.id })
    await db.update(users).set({ wealthManagerId: other.id }).where(eq(users.id, client.id))
    expect(await managerOf(client.applicationId)).toEqual({ of: other.id, listed: other.id })
  })

  test('is missing without an active manager; closed applications wait for no one', async () => {
    const before = await unassigned()
    const manager = await aManager()
    const without = await aClient(null)
    const theirs = await aClient(manager.id)
    await makeClient(server.context, { application: { status: 'cancelled' } })
    expect(await unassigned()).toBe(before + 1)
    const { db } = server.context.database
    await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, manager.id))
    expect(await unassigned()).toBe(before + 2)
    const found = await listed('&wealthManager=none')
    expect(found.map(({ id }) => id)).toEqual(
      expect.arrayContaining([without.applicationId, theirs.applicationId]),
    )
    expect(found).toHaveLength(before + 2)
    expect(found.every((one) => one.unassigned)).toBe(true)
    await db.update(users).set({ deactivatedAt: null }).where(eq(users.id, manager.id))
    expect(await unassigned()).toBe(before + 1)
    expect(await listed(`&wealthManager=${manager.id}`)).toMatchObject([
      { id: theirs.applicationId, wealthManagerName: 'Naledi Dube', unassigned: false },
    ])
  })

  test.each(['draft', 'submitted'])('is counted and shown by status too: %s', async (status) => {
    const answer = await admin.get(`/api/admin/applications?wealthManager=none&status=${status}&limit=100`)
    const rows = answer.body as ListedApplication[]
    expect(Number(answer.headers.get('x-total-count'))).toBe(rows.length)
    expect(rows.every((row) => row.status === status && row.unassigned)).toBe(true)
  })
})

describe('an admin assigns a client', () => {
  test('to a manager, who is mailed and finds them, with letter and log', async () => {
    const manager = await aManager()
    const client = await aClient(null)
    const before = await unassigned()
    const answer = await assign(client.applicationId, manager.id)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { createdByWealthManagerId: manager.id, wealthManagerName: 'Naledi Dube', unassigned: false },
    ])
    expect(await unassigned()).toBe(before - 1)
    expect(await templatesTo(manager)).toEqual(['clients-assigned'])
    expect((await mailsTo(server.context, manager.username))[0]?.text).toContain('Zanele Mthembu')
    expect(await actionsAbout(client.id)).toContain('user.manager-changed')
    expect((await auditAbout(server.context, client.applicationId)).at(-1)).toMatchObject({
      action: 'application.manager-changed',
      details: { from: null, to: manager.id },
    })
    const theirs = await server.as(manager.username)
    expect((await theirs.get(`/api/admin/applications/${client.applicationId}`)).status).toBe(200)
    const own = (await server.as(client.username)).get('/api/fais-document')
    expect((await own).status).toBe(200)
  })

  test('once: repetition changes nothing and sends no mail', async () => {
    const manager = await aManager()
    const client = await aClient(null)
    expect((await assign(client.applicationId, manager.id)).status).toBe(200)
    expect((await assign(client.applicationId, manager.id)).status).toBe(200)
    expect(await templatesTo(manager)).toEqual(['clients-assigned'])
  })

  test('away from another, who is notified and loses access', async () => {
    const [before, after] = [await aManager(), await aManager({ fullName: 'Pieter van Wyk' })]
    const client = await aClient(before.id)
    await assign(client.applicationId, after.id)
    const mails = await mailsTo(server.context, before.username)
    expect(mails.map(({ template }) => template)).toEqual(['clients-handed-over'])
    expect(mails[0]?.text).toContain('Pieter van Wyk')
    const session = await server.as(before.username)
    expect((await session.get(`/api/admin/applications/${client.applicationId}`)).status).toBe(404)
  })

  test('to one without a letter only after confirmation', async () => {
    const manager = await aManager({ letter: false })
    const client = await aClient(null)
    const refused = await assign(client.applicationId, manager.id)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'no-letter', detail: expect.stringContaining('There is no letter to sign yet') as string },
    ])
    expect((await managerOf(client.applicationId))?.of).toBeNull()
    expect((await assign(client.applicationId, manager.id, { withoutLetter: true })).status).toBe(200)
  })

  test.each<[string, () => Promise<string>]>([
    ['nobody', () => Promise.resolve('019a0000-0000-7000-8000-000000000000')],
    ['an admin', async () => (await makeUser(server.context, { role: 'admin' })).id],
    ['a manager who is deactivated', deactivated],
  ])('not to %s', async (_, who) => {
    const client = await aClient(null)
    const answer = await assign(client.applicationId, await who())
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'wealthManagerId' }] }])
  })
})

async function deactivated(): Promise<string> {
  const { id } = await aManager()
  await server.context.database.db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, id))
  return id
}

describe('all clients of a manager', () => {
  test.each<[string, () => HttpSession]>([
    ['an admin', () => admin],
    ['a system administrator', () => system],
  ])('are reassigned by %s: each once, with one mail to each manager', async (_, by) => {
    const [from, to] = [await aManager(), await aManager({ fullName: 'Pieter van Wyk' })]
    const clients = [await aClient(from.id), await aClient(from.id), await aClient(from.id)]
    const answer = await handOver(from.id, to.id, by())
    expect([answer.status, answer.body]).toEqual([200, { handedOver: 3, undo: null }])
    for (const client of clients) {
      expect(await managerOf(client.applicationId)).toEqual({ of: to.id, listed: to.id })
      const changes = (await actionsAbout(client.id)).filter((action) => action === 'user.manager-changed')
      expect(changes).toHaveLength(1)
      expect((await actionsAbout(client.applicationId)).at(-1)).toBe('application.manager-changed')
    }
    expect(await templatesTo(to)).toEqual(['clients-assigned'])
    expect(await templatesTo(from)).toEqual(['clients-handed-over'])
    expect((await mailsTo(server.context, to.username))[0]?.subject).toContain('3 clients')
    expect((await handOver(from.id, to.id, by())).body).toEqual({ handedOver: 0, undo: null })
  })

  test('can only go to another active manager', async () => {
    const from = await aManager()
    await aClient(from.id)
    for (const to of [from.id, await deactivated(), (await makeUser(server.context, { role: 'admin' })).id]) {
      expect((await handOver(from.id, to)).body).toMatchObject({ errors: [{ path: 'to' }] })
    }
    const without = await aManager({ letter: false })
    expect((await handOver(from.id, without.id)).body).toMatchObject({ code: 'no-letter' })
    expect((await handOver(from.id, without.id, admin, { withoutLetter: true })).body).toEqual({
      handedOver: 1,
      undo: null,
    })
  })

  test('two simultaneous reassignments to each other both succeed', async () => {
    const [one, other] = [await aManager(), await aManager()]
    const clients = await Promise.all([1, 2, 3, 4].map((index) => aClient(index % 2 ? one.id : other.id)))
    const answers = await Promise.all([handOver(one.id, other.id), handOver(other.id, one.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { db } = server.context.database
    const ids = clients.map(({ id }) => id)
    expect(await db.$count(users, inArray(users.id, ids))).toBe(4)
  })

  test(
    'are reassigned within ten seconds and counted right, a thousand of them',
    { timeout: 60_000 },
    async () => {
      const [from, to] = [await aManager(), await aManager()]
      const { db } = server.context.database
      const { id: sample } = await aClient(from.id)
      await db.execute(sql`with clients as (
        insert into users (id, username, role, full_name, wealth_manager_id, created_at)
        select gen_random_uuid(), 'many' || n || '@test.example', 'client', 'Client ' || n, ${from.id}, now()
        from generate_series(1, 999) n returning id)
      insert into applications (id, user_id, status, current_step, version, answers, confirmations, created_at,
        updated_at, submitted_at, status_changed_at)
      select gen_random_uuid(), clients.id, 'submitted', 'success', 1, sample.answers, '{}', now(), now(), now(), now()
      from clients, applications sample where sample.user_id = ${sample}`)
      const begun = performance.now()
      expect((await handOver(from.id, to.id)).body).toEqual({ handedOver: 1000, undo: null })
      expect(performance.now() - begun).toBeLessThan(10_000)
      const answer = await admin.get(`/api/admin/applications?wealthManager=${to.id}&limit=1`)
      expect(answer.headers.get('x-total-count')).toBe('1000')
    },
  )
})

describe('a manager who leaves', () => {
  test.each<[string, object, object]>([
    ['is deactivated', { deactivated: true }, { status: 'deactivated' }],
    ['gets another role', { role: 'admin' }, { role: 'admin' }],
  ])('%s once the clients are reassigned, in the same transaction', async (_, change, after) => {
    const [from, to] = [await aManager(), await aManager()]
    const clients = [await aClient(from.id), await aClient(from.id)]
    const refused = await edit(from.id, change)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'has-clients', detail: expect.stringContaining('2 clients') as string },
    ])
    const invalid = await edit(from.id, { ...change, clientsTo: await deactivated() })
    expect([invalid.status, invalid.body]).toMatchObject([400, { errors: [{ path: 'clientsTo' }] }])
    expect((await managerOf(clients[0]?.applicationId ?? ''))?.of).toBe(from.id)
    const answer = await edit(from.id, { ...change, clientsTo: to.id })
    expect([answer.status, answer.body]).toMatchObject([200, { ...after, clients: 0 }])
    for (const { applicationId } of clients) expect((await managerOf(applicationId))?.of).toBe(to.id)
    expect(await templatesTo(to)).toEqual(['clients-assigned'])
  })

  test('but stays keeps their clients', async () => {
    const [from, to] = [await aManager(), await aManager()]
    await aClient(from.id)
    expect((await edit(from.id, { clientsTo: to.id })).body).toMatchObject({
      errors: [{ path: 'clientsTo' }],
    })
  })

  test('without clients can leave at once', async () => {
    const { id } = await aManager()
    expect((await edit(id, { deactivated: true })).body).toMatchObject({ status: 'deactivated' })
  })

  test('leaves no client behind who is assigned simultaneously', async () => {
    for (let round = 0; round < 5; round += 1) {
      const manager = await aManager()
      const client = await aClient(null)
      await Promise.all([edit(manager.id, { deactivated: true }), assign(client.applicationId, manager.id)])
      const [row] = await server.context.database.db.select().from(users).where(eq(users.id, manager.id))
      const has = (await managerOf(client.applicationId))?.of === manager.id
      expect([row?.deactivatedAt !== null, has]).not.toEqual([true, true])
    }
  })
})
