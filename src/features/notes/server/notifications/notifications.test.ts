import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
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
import { todayOf } from '#test/support/today.ts'
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

const noticesOf = async (staff: HttpSession) =>
  (await todayOf(staff)).filter(({ notification }) => notification !== null)
const kindsOf = async (staff: HttpSession) => (await todayOf(staff)).map(({ kind }) => kind)

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

test('a submission is work of the client’s manager, or of admins where there is none', async () => {
  const manager = await aManager()
  const id = await submit(manager.id)
  expect(await todayOf(manager.session)).toMatchObject([{ kind: 'submitted', applicationId: id, note: null }])
  expect(await kindsOf(admin)).not.toContain('assign')
  const unassigned = await submit(null)
  expect(await todayOf(admin)).toContainEqual(
    expect.objectContaining({ kind: 'assign', applicationId: unassigned }),
  )
  expect(await kindsOf(manager.session)).toEqual(['submitted'])
})

test('returned corrections are work; a mention and an assignment notify once, and never the actor', async () => {
  const { manager, session, path, client, managerId } = await makeReviewed(server)
  await ask(manager, path)
  expect(await kindsOf(manager)).toEqual([])
  await answerWithText(session)
  expect(await kindsOf(manager)).toEqual(['corrections'])
  const body = { subject: { kind: 'application' }, text: 'Please look.', mentions: [managerId, adminId] }
  const { id: noteId } = (await admin.post(`${path}/notes`, body)).body as { id: string }
  expect(await noticesOf(manager)).toMatchObject([{ kind: 'mentioned', note: noteId }])
  expect(await kindsOf(admin)).not.toContain('mentioned')
  const next = await aManager()
  await handOver(client.applicationId, next.id)
  expect(await noticesOf(next.session)).toMatchObject([
    { kind: 'moved', count: 1, applicationId: client.applicationId },
  ])
})

test('a bulk action notifies once', async () => {
  const [from, to] = [await aManager(), await aManager()]
  for (let index = 0; index < 3; index += 1) await makeClient(server.context, { wealthManagerId: from.id })
  const path = `/api/admin/wealth-managers/${from.id}/hand-over`
  expect((await admin.post(path, { to: to.id, withoutLetter: true })).status).toBe(200)
  expect(await noticesOf(to.session)).toMatchObject([{ kind: 'moved', count: 3, applicationId: null }])
})

test('a user who lost access to a client sees no details of their notifications', async () => {
  const answers = { fullName: 'Thandiwe Nkosi' }
  const { manager, path, client, managerId } = await makeReviewed(server, { answers })
  const body = { subject: { kind: 'application' }, text: 'Please look.', mentions: [managerId] }
  await admin.post(`${path}/notes`, body)
  expect((await noticesOf(manager))[0]?.name).toBe(answers.fullName)
  await handOver(client.applicationId, (await aManager()).id)
  const rows = await todayOf(manager)
  expect(rows).toMatchObject([{ kind: 'mentioned', applicationId: null, note: null }])
  const text = JSON.stringify(rows)
  expect(text).not.toContain(client.applicationId)
  expect(text).not.toContain(answers.fullName)
})

test('users mark only their own notifications as done', async () => {
  const manager = await aManager()
  await addMany(manager.id, 2)
  const [latest] = (await noticesOf(manager.session)).map(({ notification }) => notification)
  const done = (who: HttpSession, read = true) => who.put(`/api/notifications/${latest}`, { read })
  expect((await done(admin)).status).toBe(404)
  expect(await noticesOf(manager.session)).toHaveLength(2)
  expect((await done(manager.session)).status).toBe(204)
  expect(await noticesOf(manager.session)).toHaveLength(1)
  expect((await done(manager.session, false)).status).toBe(204)
  expect(await noticesOf(manager.session)).toHaveLength(2)
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

test('those of a user are found by an index', async () => {
  const manager = await aManager()
  await addMany(manager.id, 150)
  expect(await noticesOf(manager.session)).toHaveLength(100)
  const plan = await inOwnTransaction(server.context.database.pool, async (client) => {
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      'explain select 1 from notifications where user_id = $1 and read_at is null limit 100',
      [manager.id],
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('notifications_unread')
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

test('a mail can be switched off, without effect on others and on the list of work', async () => {
  const { manager, session, path, managerId, managerUsername } = await makeReviewed(server)
  const off = ['mention:mail']
  const chosen = await manager.put('/api/account/notification-choices', { off })
  expect([chosen.status, chosen.body]).toEqual([200, { off }])
  await ask(manager, path)
  await answerWithText(session)
  const body = { subject: { kind: 'application' }, text: 'Please look.', mentions: [managerId] }
  await admin.post(`${path}/notes`, body)
  expect(await kindsOf(manager)).toEqual(['corrections', 'mentioned'])
  const mails = (await mailsTo(server.context, managerUsername)).map(({ template }) => template)
  expect(mails).toEqual(['corrections-answered'])
  expect((await admin.get('/api/account/notification-choices')).body).toEqual({ off: [] })
})

test('choices of an earlier release are ignored', async () => {
  const manager = await aManager()
  await server.context.database.pool.query(
    'insert into notification_settings (user_id, off) values ($1, $2)',
    [manager.id, ['mention:app', 'mention:mail']],
  )
  const read = await manager.session.get('/api/account/notification-choices')
  expect(read.body).toEqual({ off: ['mention:mail'] })
})

test('mandatory ones cannot be switched off', async () => {
  const off = ['application-submitted:mail']
  expect((await admin.put('/api/account/notification-choices', { off })).status).toBe(400)
})
