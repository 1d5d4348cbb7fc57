import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract, type KeyedKey } from '#domain/api/contract.ts'
import type { Endpoint } from '#domain/api/endpoint.ts'
import { completeAnswers } from '#server/demo/factories/answers.ts'
import { makeClient } from '#server/demo/factories/applications.ts'
import { makeDocument } from '#server/demo/factories/documents.ts'
import { makeUser } from '#server/demo/factories/users.ts'
import { idempotencyKeys } from '#server/db/idempotency-schema.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { sendLetter } from '#test/support/letters.ts'
import { makeSigner } from '#test/support/signing.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { sweepKeptAnswers } from './kept-answers.ts'

/** Something that is done once: who does it, where, and with what. */
interface Act {
  session: HttpSession
  path: string
  body?: Record<string, unknown>
}

let server: TestServer
let now = Date.now()
let admin: HttpSession
let system: HttpSession
let managerId: string
let manager: HttpSession

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  const made = await makeUser(context, { role: 'wealth_manager' })
  managerId = made.id
  manager = await server.as(made.username)
})
afterAll(() => server.close())

const applicationAt = async (status: 'draft' | 'submitted' | 'onboarded') =>
  (await makeClient(server.context, { wealthManagerId: managerId, application: { status } })).applicationId

const someName = () => `${randomUUID()}@test.example`

/** Every call that is done once, ready to be made: the type refuses one that is missing. */
const acts: Record<KeyedKey, () => Promise<Act>> = {
  'POST /api/application/submit': async () => {
    const username = someName()
    const { id, applicationId } = await makeClient(server.context, {
      username,
      wealthManagerId: managerId,
      application: { answers: completeAnswers(username) },
    })
    await makeDocument(server.context, { applicationId, ownerId: id, kind: 'signedFais' })
    const session = await server.as(username)
    await session.put('/api/application', {
      confirmations: { accurate: true, terms: true, brokerReview: true },
    })
    return { session, path: '/api/application/submit' }
  },
  'POST /api/signables/fais-letter/signature': async () => {
    const { session, signing } = await makeSigner(server)
    return { session, path: '/api/signables/fais-letter/signature', body: signing }
  },
  'POST /api/send-invitation': async () => ({
    session: admin,
    path: '/api/send-invitation',
    body: { email: someName(), fullName: 'Sipho Dube', wealthManagerId: managerId },
  }),
  'POST /api/system-admin/users': async () => ({
    session: system,
    path: '/api/system-admin/users',
    body: { username: someName(), role: 'wealth_manager', faisDocumentPath: await sendLetter(system) },
  }),
  'POST /api/system-admin/users/{id}/reset-password': async () => ({
    session: system,
    path: `/api/system-admin/users/${(await makeUser(server.context, { role: 'admin' })).id}/reset-password`,
  }),
  'POST /api/system-admin/users/{id}/sign-out': async () => {
    const { id, username } = await makeUser(server.context, { role: 'admin' })
    await server.as(username)
    return { session: system, path: `/api/system-admin/users/${id}/sign-out` }
  },
  'PATCH /api/admin/applications/{id}/status': async () => ({
    session: admin,
    path: `/api/admin/applications/${await applicationAt('submitted')}/status`,
    body: { status: 'onboarded', expectedStatus: 'submitted' },
  }),
  'PUT /api/admin/applications/{id}/status': async () => ({
    session: manager,
    path: `/api/admin/applications/${await applicationAt('submitted')}/status`,
    body: { status: 'approved', expectedStatus: 'submitted' },
  }),
  'POST /api/admin/applications/{id}/reminder': async () => ({
    session: admin,
    path: `/api/admin/applications/${await applicationAt('draft')}/reminder`,
    body: { again: true },
  }),
  'POST /api/admin/annual-reviews/notify': async () => ({
    session: admin,
    path: '/api/admin/annual-reviews/notify',
    body: { applicationIds: [await applicationAt('onboarded')], again: true },
  }),
  'POST /api/admin/annual-reviews/{id}/complete': async () => ({
    session: admin,
    path: `/api/admin/annual-reviews/${await applicationAt('onboarded')}/complete`,
    body: { note: 'All is well.' },
  }),
  'POST /api/admin/security/clear-suspicious-ip': async () => ({
    session: admin,
    path: '/api/admin/security/clear-suspicious-ip',
    body: { ip: '198.51.100.7' },
  }),
}

function send(call: string, { session, path, body }: Act, key: string): Promise<HttpAnswer> {
  const [method = ''] = call.split(' ')
  return session.request(method, path, { body, headers: { 'idempotency-key': key } })
}

/** How much has happened: every mail, every event and every user there is. */
async function happened(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await server.context.database.db.execute(sql`
    select (select count(*) from audit_events)::int as events, (select count(*) from mail_outbox)::int as mails,
      (select count(*) from users)::int as users`)
  return rows[0]
}

/** The first answer is lost: the connection to the database breaks with the commit's acknowledgement. */
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

const keyedCalls = Object.entries<Endpoint>(contract).flatMap(([call, { repeated }]) =>
  repeated === 'keyed' ? [call as KeyedKey] : [],
)

describe.each(keyedCalls)('%s', (call) => {
  test('sent again with its key it does nothing more, and answers the same', async () => {
    const act = await acts[call]()
    const key = randomUUID()
    const first = await send(call, act, key)
    expect(first.status).toBeLessThan(300)
    const after = await happened()
    const again = await send(call, act, `"${key}"`)
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([
      first.status,
      first.text,
      first.headers.get('etag'),
    ])
    expect(await happened()).toEqual(after)
  })

  test('sent five times at once it is done once, and all hear the same', async () => {
    const [act, before, key] = [await acts[call](), await happened(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(call, act, key)))
    const after = await happened()
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map(() => (contract[call] as Endpoint).status ?? 200),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const alone = await acts[call]()
    const beforeAlone = await happened()
    await send(call, alone, randomUUID())
    expect(difference(before, after)).toEqual(difference(beforeAlone, await happened()))
  })

  test('whoever never heard of the commit gets the first answer, and it happened once', async () => {
    const [act, key] = [await acts[call](), randomUUID()]
    loseCommit()
    const lost = await send(call, act, key)
    expect(lost.status).toBeGreaterThanOrEqual(500)
    const after = await happened()
    const again = await send(call, act, key)
    expect(again.status).toBe((contract[call] as Endpoint).status ?? 200)
    expect(await happened()).toEqual(after)
    expect((await send(call, act, key)).text).toBe(again.text)
  })
})

function difference(before: Record<string, unknown> = {}, after: Record<string, unknown> = {}) {
  return Object.entries(after).map(([name, count]) => [name, Number(count) - Number(before[name])])
}

test('the same key with another request is refused in words, and does nothing', async () => {
  const call = 'POST /api/send-invitation'
  const key = randomUUID()
  await send(call, await acts[call](), key)
  const before = await happened()
  for (const [other, act] of [
    [call, await acts[call]()],
    ['POST /api/admin/annual-reviews/notify', await acts['POST /api/admin/annual-reviews/notify']()],
  ] as const) {
    const answer = await send(other, act, key)
    expect([answer.status, answer.text.includes('came with another request before')]).toEqual([422, true])
  }
  expect((await happened())?.['mails']).toBe(before?.['mails'])
})

test('a key is that of one user, what was refused is judged anew, and a header that is none is refused', async () => {
  const act = await acts['POST /api/admin/applications/{id}/reminder']()
  const key = randomUUID()
  const path = '/api/admin/applications/0198c0de-0000-7000-8000-000000000000/reminder'
  const call = 'POST /api/admin/applications/{id}/reminder'
  expect((await send(call, { ...act, path }, key)).status).toBe(404)
  expect((await send(call, act, key)).status).toBe(200)
  const other = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const before = await happened()
  expect((await send(call, { ...act, session: other }, key)).status).toBe(200)
  expect(difference(before, await happened())).toContainEqual(['mails', 1])
  for (const header of ['""', 'a b', 'x'.repeat(256)]) {
    expect((await send(call, act, header)).status).toBe(400)
  }
})

test('what is kept can be read by nobody without the key, and goes after a day', async () => {
  const call = 'POST /api/system-admin/users/{id}/reset-password'
  const { body } = await send(call, await acts[call](), randomUUID())
  const rows = await server.context.database.db.select().from(idempotencyKeys)
  expect(JSON.stringify(rows)).not.toContain((body as { newPassword: string }).newPassword)
  await sweepKeptAnswers(server.context)
  expect(await server.context.database.db.$count(idempotencyKeys)).toBe(rows.length)
  now += 25 * 3_600_000
  await sweepKeptAnswers(server.context)
  expect(await server.context.database.db.$count(idempotencyKeys)).toBe(0)
  now -= 25 * 3_600_000
})
