import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { NotificationPage } from '#features/notes/api/notifications.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { NOTIFICATION_RETENTION_DAYS } from '#features/notes/rules/notifications/kinds.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { newId } from '#base/server/db/id.ts'
import { notifications } from '#features/notes/schema/notification-schema.ts'
import { answerWithText, ask, makeReviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deleteOldNotifications } from './read.ts'

let server: TestServer
let admin: HttpSession
let adminId: string
beforeAll(async () => {
  server = await startTestServer()
  const made = await makeUser(server.context, { role: 'admin' })
  admin = await server.as(made.username)
  adminId = made.id
})
afterAll(() => server.close())

const pageOf = async (staff: HttpSession, after = '') =>
  (await staff.get(`/api/notifications${after && `?after=${after}`}`)).body as NotificationPage
const kindsOf = async (staff: HttpSession) => (await pageOf(staff)).rows.map(({ kind }) => kind)
const unreadOf = async (staff: HttpSession) =>
  ((await staff.get('/api/notifications/unread')).body as { unread: number }).unread

async function aManager() {
  const made = await makeUser(server.context, { role: 'wealth_manager' })
  return { ...made, session: await server.as(made.username) }
}

/** Submits a new client's application. */
async function submit(wealthManagerId: string | null): Promise<string> {
  const username = `${newId()}@test.example`
  const { id, applicationId } = await makeClient(server.context, {
    username,
    wealthManagerId,
    application: { answers: completeAnswers(username) },
  })
  await makeDocument(server.context, { applicationId, ownerId: id, kind: 'signedFais' })
  const session = await server.as(username)
  await session.put('/api/application', {
    confirmations: { accurate: true, terms: true, brokerReview: true },
  })
  expect((await session.post('/api/application/submit')).status).toBe(200)
  return applicationId
}

const handOver = (id: string, wealthManagerId: string) =>
  admin.put(`/api/admin/applications/${id}/wealth-manager`, { wealthManagerId, withoutLetter: true })

test('a submission notifies the client’s manager, or admins where there is none', async () => {
  const manager = await aManager()
  const id = await submit(manager.id)
  expect((await pageOf(manager.session)).rows).toMatchObject([
    { kind: 'application-submitted', read: false, application: { id }, note: null },
  ])
  expect(await kindsOf(admin)).toEqual([])
  await submit(null)
  expect(await kindsOf(admin)).toEqual(['submitted-unassigned'])
  expect(await kindsOf(manager.session)).toEqual(['application-submitted'])
})

test('returned corrections, a mention and an assignment notify once, and never the actor', async () => {
  const { manager, session, path, client, managerId } = await makeReviewed(server)
  await ask(manager, path)
  await answerWithText(session)
  expect(await kindsOf(manager)).toEqual(['corrections-answered'])
  const body = { subject: { kind: 'application' }, text: 'Please look.', mentions: [managerId, adminId] }
  const { id: noteId } = (await admin.post(`${path}/notes`, body)).body as { id: string }
  expect((await pageOf(manager)).rows[0]).toMatchObject({ kind: 'mention', note: { id: noteId } })
  expect(await kindsOf(admin)).not.toContain('mention')
  const next = await aManager()
  await handOver(client.applicationId, next.id)
  expect((await pageOf(next.session)).rows).toMatchObject([
    { kind: 'clients-assigned', count: 1, application: { id: client.applicationId } },
  ])
})

test('a bulk action notifies once', async () => {
  const [from, to] = [await aManager(), await aManager()]
  for (let index = 0; index < 3; index += 1) await makeClient(server.context, { wealthManagerId: from.id })
  const path = `/api/admin/wealth-managers/${from.id}/hand-over`
  expect((await admin.post(path, { to: to.id, withoutLetter: true })).status).toBe(200)
  expect((await pageOf(to.session)).rows).toMatchObject([
    { kind: 'clients-assigned', count: 3, application: null },
  ])
})

test('a user who lost access to a client sees no details of their notifications', async () => {
  const answers = { fullName: 'Thandiwe Nkosi' }
  const { manager, path, client, managerId } = await makeReviewed(server, { answers })
  const body = { subject: { kind: 'application' }, text: 'Please look.', mentions: [managerId] }
  await admin.post(`${path}/notes`, body)
  expect((await pageOf(manager)).rows[0]?.application?.name).toBe(answers.fullName)
  await handOver(client.applicationId, (await aManager()).id)
  const { rows } = await pageOf(manager)
  expect(rows).toMatchObject([{ kind: 'mention', application: null, note: null }])
  const text = JSON.stringify(rows)
  expect(text).not.toContain(client.applicationId)
  expect(text).not.toContain(answers.fullName)
})

test('users mark only their own as read, unread, or read up to the newest shown', async () => {
  const manager = await aManager()
  for (let index = 0; index < 3; index += 1) await submit(manager.id)
  const [newest, middle, oldest] = (await pageOf(manager.session)).rows.map(({ id }) => id)
  expect(await unreadOf(manager.session)).toBe(3)
  const read = (id: string | undefined, value: boolean, who = manager.session) =>
    who.put(`/api/notifications/${id}`, { read: value })
  expect((await read(oldest, true)).status).toBe(204)
  expect(await unreadOf(manager.session)).toBe(2)
  await read(oldest, false)
  expect(await unreadOf(manager.session)).toBe(3)
  await read(oldest, true)
  const marked = await manager.session.put('/api/notifications', { readUpTo: middle })
  expect(marked.status).toBe(200)
  const readNow = async () => (await pageOf(manager.session)).rows.map(({ read: isRead }) => isRead)
  expect(await readNow()).toEqual([false, true, true])
  expect((await admin.put('/api/notifications/unread', marked.body)).status).toBe(204)
  expect(await readNow()).toEqual([false, true, true])
  // Those already read keep their time.
  for (let time = 0; time < 2; time += 1) {
    expect((await manager.session.put('/api/notifications/unread', marked.body)).status).toBe(204)
    expect(await readNow()).toEqual([false, false, true])
  }
  await manager.session.put('/api/notifications', { readUpTo: middle })
  expect((await read(newest, true, admin)).status).toBe(404)
  expect((await admin.put('/api/notifications', { readUpTo: newest })).status).toBe(404)
  expect(await unreadOf(manager.session)).toBe(1)
})

/** Adds notifications of a user, a minute apart, the latest now. */
async function addMany(userId: string, count: number): Promise<void> {
  const now = server.context.now().getTime()
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    userId,
    kind: 'clients-assigned' as const,
    applicationId: null,
    count: index + 2,
    at: new Date(now - index * 60_000),
  }))
  await server.context.database.db.insert(notifications).values(rows)
}

test('pages have no gaps, and another user’s cursor returns nothing', async () => {
  const manager = await aManager()
  await addMany(manager.id, 45)
  const counts = []
  let after: string | null = ''
  while (after !== null) {
    const page: NotificationPage = await pageOf(manager.session, after)
    counts.push(...page.rows.map(({ count }) => count))
    after = page.next
  }
  expect(counts).toEqual(Array.from({ length: 45 }, (_, index) => index + 2))
  const [first] = (await pageOf(manager.session)).rows
  expect((await pageOf(admin, first?.id)).rows).toEqual([])
})

test('counting and paging use an index, and stop early', async () => {
  const { pool } = server.context.database
  const manager = await aManager()
  await addMany(manager.id, 150)
  expect(await unreadOf(manager.session)).toBe(100)
  const planOf = (text: string) =>
    inOwnTransaction(pool, async (client) => {
      // A table this small would be read whole and sorted.
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set local enable_${way} = off`)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [manager.id])
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  const unread = 'select 1 from notifications where user_id = $1 and read_at is null limit 100'
  expect(await planOf(unread)).toContain('notifications_unread')
  const page = await planOf(
    'select * from notifications where user_id = $1 order by at desc, id desc limit 21',
  )
  expect(page).toContain('Index Scan Backward using notifications_user')
  expect(page).not.toContain('Sort')
})

test('they are deleted after 90 days', async () => {
  const { context } = server
  const manager = await aManager()
  await addMany(manager.id, 1)
  const left = () => context.database.db.$count(notifications, eq(notifications.userId, manager.id))
  const at = (days: number) => ({ ...context, now: () => new Date(context.now().getTime() + days * DAY_MS) })
  await deleteOldNotifications(at(NOTIFICATION_RETENTION_DAYS - 1))
  expect(await left()).toBe(1)
  await deleteOldNotifications(at(NOTIFICATION_RETENTION_DAYS + 1))
  expect(await left()).toBe(0)
})

test('each kind can be switched off, in the app and by mail, without effect on others', async () => {
  const { manager, session, path, managerId, managerUsername } = await makeReviewed(server)
  const off = ['corrections-answered:app', 'mention:mail']
  const chosen = await manager.put('/api/account/notification-choices', { off })
  expect([chosen.status, chosen.body]).toEqual([200, { off }])
  await ask(manager, path)
  await answerWithText(session)
  const body = { subject: { kind: 'application' }, text: 'Please look.', mentions: [managerId] }
  await admin.post(`${path}/notes`, body)
  expect(await kindsOf(manager)).toEqual(['mention'])
  const mails = (await mailsTo(server.context, managerUsername)).map(({ template }) => template)
  expect(mails).toEqual(['corrections-answered'])
  expect((await admin.get('/api/account/notification-choices')).body).toEqual({ off: [] })
})

test('mandatory ones cannot be switched off', async () => {
  const off = ['application-submitted:mail']
  expect((await admin.put('/api/account/notification-choices', { off })).status).toBe(400)
})
