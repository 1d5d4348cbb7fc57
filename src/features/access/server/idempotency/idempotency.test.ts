import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#app/contract.ts'
import { type KeyedKey } from '#base/rules/api/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { idempotencyKeys } from '#features/access/schema/idempotency-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  keyedActs,
  keyedCalls,
  makeStaff,
  sendKeyed,
  type CommandContext,
  type Staff,
} from '#test/support/keyed-acts.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deleteExpiredResponses } from './stored-responses.ts'

let server: TestServer
let now = Date.now()
let staff: Staff

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
  staff = await makeStaff(server)
})
afterAll(() => server.close())

/** A command by existing users. */
const actOf = (call: KeyedKey): Promise<CommandContext> => keyedActs[call](server, staff)

/** Counts of all mails, events and users. */
async function happened(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await server.context.database.db.execute(sql`
    select (select count(*) from audit_events)::int as events, (select count(*) from mail_outbox)::int as mails,
      (select count(*) from users)::int as users`)
  return rows[0]
}

/** Loses the first response: the connection breaks with the commit's acknowledgement. */
function loseCommit(): void {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query')
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(function lose(this: pg.Client, ...sent: unknown[]) {
    const result: unknown = Reflect.apply(query as () => unknown, this, sent)
    const [statement] = sent as [string | { text?: string }]
    if (statement !== 'commit' && (statement as { text?: string }).text !== 'commit') return result as never
    spy.mockRestore()
    return Promise.resolve(result).then(() => {
      throw new Error('Connection terminated unexpectedly')
    }) as never
  })
}

describe.each(keyedCalls)('%s', (call) => {
  test('sent again with its key it does nothing more, and gets the same response', async () => {
    const act = await actOf(call)
    const key = randomUUID()
    const first = await sendKeyed(call, act, key)
    expect(first.status).toBeLessThan(300)
    const after = await happened()
    const again = await sendKeyed(call, act, `"${key}"`)
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([
      first.status,
      first.text,
      first.headers.get('etag'),
    ])
    expect(await happened()).toEqual(after)
  })

  test('sent five times at once it runs once, and all get the same response', async () => {
    const [act, before, key] = [await actOf(call), await happened(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendKeyed(call, act, key)))
    const after = await happened()
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map(() => (contract[call] as Endpoint).status ?? 200),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const alone = await actOf(call)
    const beforeAlone = await happened()
    await sendKeyed(call, alone, randomUUID())
    expect(difference(before, after)).toEqual(difference(beforeAlone, await happened()))
  })

  test('after a lost commit acknowledgement the first response is returned, and it ran once', async () => {
    const [act, key] = [await actOf(call), randomUUID()]
    loseCommit()
    const lost = await sendKeyed(call, act, key)
    expect(lost.status).toBeGreaterThanOrEqual(500)
    const after = await happened()
    const again = await sendKeyed(call, act, key)
    expect(again.status).toBe((contract[call] as Endpoint).status ?? 200)
    expect(await happened()).toEqual(after)
    expect((await sendKeyed(call, act, key)).text).toBe(again.text)
  })
})

function difference(before: Record<string, unknown> = {}, after: Record<string, unknown> = {}) {
  return Object.entries(after).map(([name, count]) => [name, Number(count) - Number(before[name])])
}

test.each([
  ['POST /api/send-invitation', (): Promise<CommandContext> => ownInvitation()],
  ['POST /api/admin/applications/{id}/notes', () => actOf('POST /api/admin/applications/{id}/notes')],
  ['PUT /api/admin/applications/{id}/status', () => actOf('PUT /api/admin/applications/{id}/status')],
] as const)('%s is not answered again for a manager who has lost the client', async (call, make) => {
  const [act, key] = [await make(), randomUUID()]
  expect((await sendKeyed(call, act, key)).status).toBeLessThan(300)
  expect((await sendKeyed(call, act, key)).status).toBeLessThan(300)
  const { id: another } = await makeUser(server.context, { role: 'wealth_manager' })
  const handOver = (from: string, to: string) =>
    staff.admin.post(`/api/admin/wealth-managers/${from}/hand-over`, { to, withoutLetter: true })
  expect((await handOver(staff.managerId, another)).status).toBe(200)
  const again = await sendKeyed(call, act, key)
  expect([again.status, again.text.includes('temporaryPassword')]).toEqual([404, false])
  expect((await handOver(another, staff.managerId)).status).toBe(200)
})

/** A manager's own invitation. */
const ownInvitation = async (): Promise<CommandContext> => ({
  session: staff.manager,
  path: '/api/send-invitation',
  body: { email: `${randomUUID()}@test.example`, fullName: 'Sipho Dube' },
})

test('a response is not returned to a caller in another role, whatever they may see in it', async () => {
  const { id, username } = await makeUser(server.context, { role: 'admin' })
  const body = { email: `${randomUUID()}@test.example`, wealthManagerId: staff.managerId }
  const path = '/api/send-invitation'
  const key = randomUUID()
  const send = async () =>
    sendKeyed('POST /api/send-invitation', { session: await server.as(username), path, body }, key)
  expect((await send()).status).toBe(201)
  const { db } = server.context.database
  await db.update(users).set({ role: 'wealth_manager' }).where(eq(users.id, id))
  await db.update(users).set({ wealthManagerId: id }).where(eq(users.username, body.email))
  const again = await send()
  expect([again.status, again.text.includes('Your role has changed')]).toEqual([403, true])
})

test('the same key with another request is rejected with a message, and does nothing', async () => {
  const call = 'POST /api/send-invitation'
  const key = randomUUID()
  await sendKeyed(call, await actOf(call), key)
  const before = await happened()
  for (const [other, act] of [
    [call, await actOf(call)],
    ['POST /api/admin/annual-reviews/notify', await actOf('POST /api/admin/annual-reviews/notify')],
  ] as const) {
    const answer = await sendKeyed(other, act, key)
    expect([answer.status, answer.text.includes('was already used for a different request')]).toEqual([
      422,
      true,
    ])
  }
  expect((await happened())?.['mails']).toBe(before?.['mails'])
})

test('keys are per user, rejected requests can be retried, and a malformed header is rejected', async () => {
  const act = await actOf('POST /api/admin/applications/{id}/reminder')
  const key = randomUUID()
  const path = '/api/admin/applications/0198c0de-0000-7000-8000-000000000000/reminder'
  const call = 'POST /api/admin/applications/{id}/reminder'
  expect((await sendKeyed(call, { ...act, path }, key)).status).toBe(404)
  expect((await sendKeyed(call, act, key)).status).toBe(200)
  const other = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const before = await happened()
  expect((await sendKeyed(call, { ...act, session: other }, key)).status).toBe(200)
  expect(difference(before, await happened())).toContainEqual(['mails', 1])
  for (const header of ['""', 'a b', 'x'.repeat(256)]) {
    expect((await sendKeyed(call, act, header)).status).toBe(400)
  }
})

test('stored responses are unreadable without the key, and are deleted after a day', async () => {
  const call = 'POST /api/system-admin/users/{id}/reset-password'
  const { body } = await sendKeyed(call, await actOf(call), randomUUID())
  const rows = await server.context.database.db.select().from(idempotencyKeys)
  expect(JSON.stringify(rows)).not.toContain((body as { newPassword: string }).newPassword)
  await deleteExpiredResponses(server.context)
  expect(await server.context.database.db.$count(idempotencyKeys)).toBe(rows.length)
  now += 25 * 3_600_000
  await deleteExpiredResponses(server.context)
  expect(await server.context.database.db.$count(idempotencyKeys)).toBe(0)
  now -= 25 * 3_600_000
})
