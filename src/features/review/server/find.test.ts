import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findEndpoints, type FoundApplication } from '#features/review/api/find.ts'
import { problemSchema } from '#base/rules/api/problem.ts'
import { encryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { heardLog } from '#test/support/heard-log.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const FIND = '/api/staff/find'
const NUMBER = '8001015009087'
const { log, heard } = heardLog()

let server: TestServer
let admin: HttpSession
let manager: HttpSession
let other: HttpSession
let managerId: string
let client: Awaited<ReturnType<typeof makeClient>>

beforeAll(async () => {
  server = await startTestServer({ log })
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  const own = await makeUser(context, { role: 'wealth_manager', fullName: 'Lindiwe Mahlangu' })
  managerId = own.id
  manager = await server.as(own.username)
  other = await server.as((await makeUser(context, { role: 'wealth_manager' })).username)
  client = await makeClient(context, {
    fullName: 'Zanele Khumalo',
    wealthManagerId: managerId,
    application: { status: 'submitted' },
  })
})
afterAll(() => server.close())

const answer = findEndpoints['POST /api/staff/find'].answer

async function find(session: HttpSession, text: string) {
  const { status, body, text: response } = await session.post(FIND, { text })
  expect([status, status === 200 ? '' : response]).toEqual([200, ''])
  return answer.parse(body)
}

async function foundIds(session: HttpSession, text: string): Promise<string[]> {
  return (await find(session, text)).applications.map(({ id }) => id)
}

async function referenceOf(id: string): Promise<string> {
  const { db } = server.context.database
  const [row] = await db
    .select({ reference: applications.reference })
    .from(applications)
    .where(eq(applications.id, id))
  return row?.reference ?? ''
}

async function hashOf(id: string): Promise<Buffer | null | undefined> {
  const { db } = server.context.database
  const [row] = await db.select().from(applications).where(eq(applications.id, id))
  return row?.idNumberHash
}

test.each(['zanele', 'khumalo zanele', NUMBER, '800101 5009 08 7'])(
  'an application is found by %j, in scope only',
  async (text) => {
    expect(await foundIds(admin, text)).toEqual([client.applicationId])
    expect(await foundIds(manager, text)).toEqual([client.applicationId])
    expect(await find(other, text)).toEqual({ applications: [], people: [] })
    const system = await makeUser(server.context, { role: 'system_administrator' })
    expect(await foundIds(await server.as(system.username), text)).toEqual([])
  },
)

test('an application is found by its id and its reference, here and in the lists', async () => {
  const reference = await referenceOf(client.applicationId)
  // Six consecutive digits would be searched for in phone numbers.
  const halves = `${reference.slice(0, 4)} ${reference.slice(4)}`
  for (const text of [client.applicationId, halves, `ppw ${reference}`]) {
    expect(await foundIds(admin, text)).toEqual([client.applicationId])
    expect(await foundIds(manager, text)).toEqual([client.applicationId])
    expect(await foundIds(other, text)).toEqual([])
    const search = encodeURIComponent(text)
    const rows = z.array(z.object({ id: z.string() }))
    const listed = async (session: HttpSession, list: string) =>
      rows.parse((await session.get(`${list}?search=${search}`)).body).map(({ id }) => id)
    expect(await listed(admin, '/api/admin/applications')).toEqual([client.applicationId])
    expect(await listed(manager, '/api/wealth-manager/applications')).toEqual([client.applicationId])
    expect(await listed(other, '/api/wealth-manager/applications')).toEqual([])
  }
})

test('admins find wealth managers, system administrators find all users, managers none', async () => {
  const names = async (session: HttpSession, text: string) =>
    (await find(session, text)).people.map(({ fullName }) => fullName)
  expect(await names(admin, 'mahlangu')).toEqual(['Lindiwe Mahlangu'])
  expect(await names(admin, 'khumalo')).toEqual([])
  expect(await names(manager, 'mahlangu')).toEqual([])
  const system = await makeUser(server.context, { role: 'system_administrator' })
  expect(await names(await server.as(system.username), 'khumalo')).toEqual(['Zanele Khumalo'])
})

test('a part of a number finds nothing, and lists refuse a number in their address', async () => {
  for (const part of [NUMBER.slice(0, 12), NUMBER.slice(1), NUMBER.slice(0, 6)]) {
    expect(await foundIds(admin, part)).toEqual([])
  }
  for (const [session, list] of [
    [admin, '/api/admin/applications'],
    [admin, '/api/admin/annual-reviews'],
    [manager, '/api/wealth-manager/annual-reviews'],
  ] as const) {
    const refused = await session.get(`${list}?search=800101%205009%20087`)
    expect([refused.status, problemSchema.parse(refused.body).errors?.[0]?.message]).toEqual([
      400,
      'ID numbers must not appear in addresses. Please search with POST /api/staff/find.',
    ])
    expect(refused.text).not.toContain('5009')
  }
})

test('a search by number is recorded; the number is neither logged, stored nor returned', async () => {
  const { db, pool } = server.context.database
  const { text } = await admin.post(FIND, { text: NUMBER })
  const [event] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1)
  expect(event).toMatchObject({
    action: 'applications.found-by-number',
    actorRole: 'admin',
    objectId: null,
    details: { found: 1 },
  })
  const { rows } = await pool.query<{ text: string }>(
    'select audit_events::text as text from audit_events union all select applications::text from applications',
  )
  for (const searched of [text, heard(), ...rows.map((row) => row.text)])
    expect(searched).not.toContain(NUMBER)
})

test('saved and typed answers are found at once, and replaced ones no longer', async () => {
  const made = await makeClient(server.context)
  const session = await server.as(made.username)
  expect((await session.put('/api/application', { idNumber: '900101 5009 086' })).status).toBe(200)
  expect(await foundIds(admin, '9001015009086')).toEqual([made.applicationId])
  const typed = await session.put('/api/application?draft=1', { idNumber: 'm 00123456' })
  expect(typed.status).toBe(200)
  expect(await foundIds(admin, '9001015009086')).toEqual([])
  expect(await foundIds(admin, 'M00123456')).toEqual([made.applicationId])
  expect((await session.put('/api/application', { idNumber: null })).status).toBe(200)
  expect(await foundIds(admin, 'M00123456')).toEqual([])
})

test('answers written without their hash are not found by the previous number', async () => {
  const { context } = server
  const made = await makeClient(context, { application: { status: 'submitted' } })
  const encrypted = encryptAnswers(context.keyring, made.applicationId, completeAnswers(made.username))
  await context.database.db
    .update(applications)
    .set({ answers: encrypted })
    .where(eq(applications.id, made.applicationId))
  expect(await hashOf(made.applicationId)).toBeNull()
  expect(await foundIds(admin, NUMBER)).not.toContain(made.applicationId)
})

test('an empty search returns the applications opened last, in scope', async () => {
  const second = await makeClient(server.context, { wealthManagerId: managerId })
  for (const id of [client.applicationId, second.applicationId, client.applicationId]) {
    expect((await manager.get(`/api/admin/applications/${id}`)).status).toBe(200)
  }
  expect(await foundIds(manager, '')).toEqual([client.applicationId, second.applicationId])
  await server.context.database.db.execute(
    sql`update users set wealth_manager_id = null where id = ${second.id}`,
  )
  expect(await foundIds(manager, ' ')).toEqual([client.applicationId])
  expect(await foundIds(other, '')).toEqual([])
})

test('a few of each are shown', async () => {
  for (let n = 0; n < 9; n += 1) await makeClient(server.context, { fullName: `Sibusiso Many ${n}` })
  const { applications: found } = await find(admin, 'sibusiso')
  expect(found).toHaveLength(8)
  const [newest] = found as [FoundApplication, ...FoundApplication[]]
  expect(newest).toMatchObject({ fullName: 'Sibusiso Many 8', status: 'draft' })
  expect(newest.reference).toMatch(/^[A-Z]+-[2-9HKMQRWXY]{4}-[2-9]{2}$/u)
})

test('searches by number are limited', async () => {
  const { username } = await makeUser(server.context, { role: 'admin' })
  const trying = await server.as(username)
  for (let n = 0; n < limits.findByNumber.points; n += 1) await find(trying, NUMBER)
  const refused = await trying.post(FIND, { text: NUMBER })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)])
  expect((await trying.post(FIND, { text: 'zanele' })).status).toBe(200)
})
