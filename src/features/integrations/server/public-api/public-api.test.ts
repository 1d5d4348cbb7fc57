import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  publicApi,
  type EventForProgram,
  type ListedForProgram,
} from '#features/integrations/rules/public-api/contract.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { recordListings } from '#features/integrations/server/tokens/record-listings.ts'
import { deleteOldEvents } from '#features/integrations/server/webhooks/delete-old-events.ts'
import { publishDueEvents } from '#features/integrations/server/webhooks/publish.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { apiTokens as tokens, type apiTokens } from '#features/integrations/schema.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import { auditAbout } from '#test/support/records.ts'
import { linkTo } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const ID_NUMBER = '8001015009087'
const HOUR = 3_600_000

let now = new Date()
let server: TestServer
let manager: MadeUser
let client: MadeClient
let foreign: MadeClient
let documentId = ''

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const { context } = server
  manager = await makeUser(context, { role: 'wealth_manager', fullName: 'Naledi Dlamini' })
  const another = await makeUser(context, { role: 'wealth_manager' })
  const answers = { idNumber: ID_NUMBER, taxIncomeNumber: '0001339050', fullName: 'Sipho Dube' }
  client = await makeClient(context, {
    fullName: 'Sipho Dube',
    wealthManagerId: manager.id,
    application: { status: 'submitted', answers },
  })
  foreign = await makeClient(context, { wealthManagerId: another.id, application: { status: 'submitted' } })
  const made = { applicationId: client.applicationId, ownerId: client.id, kind: 'payslip' } as const
  documentId = (await makeDocument(context, made)).id
})
afterAll(() => server.close())

type Facts = Partial<typeof apiTokens.$inferSelect>
const token = async (facts: Facts = {}) => (await makeApiToken(server.context, facts)).token
const get = (path: string, presented: string, address?: string) =>
  server.visit(address).get(`/api/v1${path}`, { authorization: `Bearer ${presented}` })

/** Every call, on an object in scope. */
const calls = () => ({
  'GET /api/v1/token': '/token',
  'GET /api/v1/applications': '/applications',
  'GET /api/v1/applications/{id}': `/applications/${client.applicationId}`,
  'GET /api/v1/documents/{id}/content': `/documents/${documentId}/content`,
  'GET /api/v1/events': '/events',
})

describe.each(Object.entries(publicApi))('%s', (key, { scope }) => {
  const address = () => calls()[key as keyof typeof publicApi]

  test('is served to a token with its scope', async () => {
    const answer = await get(address(), await token())
    expect([answer.status, answer.headers.get('cache-control')?.includes('no-store')]).toEqual([200, true])
  })

  test('is not served to a token with every other scope', async () => {
    const scopes = (
      ['applications.list', 'application.review', 'document.read', 'events.read'] as const
    ).filter((one) => one !== scope)
    const answer = await get(address(), await token({ scopes }))
    if (scope === null) return expect(answer.status).toBe(200)
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'insufficient-scope' }])
    expect(answer.headers.get('www-authenticate')).toContain(`scope="${scope}"`)
  })

  test('has one answer for unknown, malformed, expired, revoked and foreign tokens', async () => {
    const past = new Date(now.getTime() - 1)
    const presented = [
      'obt_nonsense',
      (await token()).replace(/^obt_./u, 'obt_-'),
      await token({ expiresAt: past }),
      await token({ revokedAt: past }),
      await token({ networks: ['10.0.0.0/8'] }),
    ]
    const answers = []
    for (const one of presented) answers.push(await get(address(), one))
    for (const { status, text, headers } of answers) {
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
      expect(text).toBe(answers[0]?.text)
    }
  })

  test('knows no cookies', async () => {
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    expect((await admin.get(`/api/v1${address()}`)).status).toBe(401)
  })

  test('refuses a token in the address', async () => {
    const given = await token()
    const answer = await get(`${address()}?access_token=${given}`, given)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Authorization header')])
    expect((await get(`${address()}?x=${given}`, given)).status).toBe(400)
  })
})

test('a token opens nothing else, and changes nothing', async () => {
  const authorization = `Bearer ${await token()}`
  for (const address of [
    '/api/account/sessions',
    '/api/admin/applications',
    '/api/system-admin/api-tokens',
  ]) {
    expect((await server.visit().get(address, { authorization })).status).toBe(401)
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await server
      .visit()
      .request(method, '/api/v1/applications', { headers: { authorization } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
})

test('refusals are recorded once an hour for each token and reason', async () => {
  const { id, token: presented } = await makeApiToken(server.context, {
    scopes: [],
    networks: ['10.0.0.0/8'],
  })
  for (const _ of [1, 2]) await get('/events', presented, '10.1.1.1')
  for (const _ of [1, 2]) await get('/events', presented, '192.0.2.1')
  now = new Date(now.getTime() + HOUR)
  await get('/events', presented, '192.0.2.1')
  const refused = (await auditAbout(server.context, id)).filter(
    ({ action }) => action === 'api-token.refused',
  )
  expect(refused.map(({ details, success }) => [details, success])).toEqual([
    [{ reason: 'scope' }, false],
    [{ reason: 'network' }, false],
    [{ reason: 'network' }, false],
  ])
})

test('a token makes 600 calls in five minutes, and no more', async () => {
  const presented = await token()
  const statuses: number[] = []
  for (let batch = 0; batch < 61; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/token', presented)))
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(600)
  expect(statuses.at(-1)).toBe(429)
}, 60_000)

describe('clients', () => {
  test('a token of a manager sees their clients; others look missing, byte for byte', async () => {
    const presented = await token({ clients: 'manager', managerId: manager.id })
    const listed = (await get('/applications', presented)).body as ListedForProgram[]
    expect(listed.map(({ id }) => id)).toEqual([client.applicationId])
    const missing = await get('/applications/01970f5e-6f0c-7d55-8d3c-6b4d6e2f9a10', presented)
    const answer = await get(`/applications/${foreign.applicationId}`, presented)
    expect([answer.status, answer.text]).toEqual([404, missing.text])
    expect((await get(`/documents/${documentId}/content`, presented)).status).toBe(200)
    const far = await token({ clients: 'manager', managerId: (await makeUser(server.context)).id })
    expect((await get(`/documents/${documentId}/content`, far)).status).toBe(404)
    expect((await get('/applications', far)).body).toEqual([])
  })

  test('a token of a deleted manager reads no one', async () => {
    const presented = await token({ clients: 'manager', managerId: null })
    expect((await get('/applications', presented)).body).toEqual([])
    expect((await get(`/applications/${client.applicationId}`, presented)).status).toBe(404)
    expect((await get('/events', presented)).body).toEqual([])
  })

  test('it follows a client who is reassigned', async () => {
    const presented = await token({ clients: 'manager', managerId: manager.id })
    const { db } = server.context.database
    const of = eq(users.id, client.id)
    await db.update(users).set({ wealthManagerId: null }).where(of)
    expect((await get(`/applications/${client.applicationId}`, presented)).status).toBe(404)
    await db.update(users).set({ wealthManagerId: manager.id }).where(of)
    expect((await get(`/applications/${client.applicationId}`, presented)).status).toBe(200)
  })
})

describe('an application', () => {
  const read = async (facts?: Facts) => get(`/applications/${client.applicationId}`, await token(facts))

  test('has the fields of the contract, an ETag, and no sealed numbers', async () => {
    const { body, text, headers } = await read()
    const parsed = publicApi['GET /api/v1/applications/{id}'].answer.safeParse(body)
    expect(parsed.error).toBeUndefined()
    expect(parsed.data).toEqual(body)
    expect(body).toMatchObject({
      client: { id: client.id, fullName: 'Sipho Dube', email: client.username },
      wealthManager: { id: manager.id, name: 'Naledi Dlamini', email: manager.username },
      answers: { personal: { idNumber: null }, employment: { taxIncomeNumber: null } },
      documents: [
        { id: documentId, kind: 'payslip', sha256: expect.stringMatching(/^[\da-f]{64}$/u) as string },
      ],
    })
    expect(text).not.toMatch(/8001015009087|0001339050/u)
    expect(headers.get('etag')).not.toBeNull()
  })

  test('has them with the scope for identity', async () => {
    const { body } = await read({ scopes: ['application.review', 'application.identity'] })
    expect(body).toMatchObject({
      answers: { personal: { idNumber: ID_NUMBER }, employment: { taxIncomeNumber: '0001339050' } },
    })
  })

  test('is recorded as read by the program, with its name in the log', async () => {
    const { id, token: presented } = await makeApiToken(server.context, { name: 'Reader' })
    await get(`/applications/${client.applicationId}`, presented)
    await get(`/documents/${documentId}/content`, presented)
    const rows = (await auditAbout(server.context, client.applicationId)).filter(
      ({ actorId }) => actorId === id,
    )
    expect(rows.map(({ action, actorRole }) => [action, actorRole])).toEqual([
      ['application.read', 'machine'],
      ['document.read', 'machine'],
    ])
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const timeline = await admin.get(`/api/admin/applications/${client.applicationId}/timeline?limit=5`)
    expect(timeline.text).toContain('API token Reader')
    const system = await server.as(
      (await makeUser(server.context, { role: 'system_administrator' })).username,
    )
    expect((await system.get('/api/system-admin/audit-logs?limit=5')).text).toContain('API token Reader')
  })
})

test('lists are recorded once an hour, with pages and rows', async () => {
  const { id, token: presented } = await makeApiToken(server.context)
  await get('/applications?limit=1', presented)
  await get('/applications?limit=2', presented)
  await recordListings(server.context)
  now = new Date(now.getTime() + HOUR)
  await recordListings(server.context)
  await recordListings(server.context)
  const rows = await server.context.database.db
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.actorId, id), eq(auditEvents.action, 'applications.listed')))
  expect(rows).toEqual([{ details: { pages: 2, rows: 3 } }])
})

test('applications are paged without gap or repeat while others change', async () => {
  const { db } = server.context.database
  const made: string[] = []
  for (let index = 0; index < 12; index += 1) {
    const { applicationId } = await makeClient(server.context, { application: { status: 'submitted' } })
    made.push(applicationId)
  }
  const presented = await token()
  const seen: string[] = []
  let next: string | null = '/applications?limit=3'
  while (next !== null) {
    const page = await get(next, presented)
    seen.push(...(page.body as ListedForProgram[]).map(({ id }) => id))
    next = linkTo('next', page)?.replace('/api/v1', '') ?? null
    // One that was listed changes: it comes again at the end, as newer.
    if (seen.length === 3) {
      await db
        .update(applications)
        .set({ updatedAt: new Date(now.getTime() + 1000), version: 9 })
        .where(eq(applications.id, seen[0] ?? ''))
    }
  }
  const [changed] = seen
  expect(seen.filter((id) => id === changed)).toHaveLength(2)
  expect(new Set(seen.slice(1)).size).toBe(seen.length - 1)
  expect(made.every((id) => seen.includes(id))).toBe(true)
})

test('lists are filtered by status and by their last change', async () => {
  const presented = await token()
  const [updatedAt, since] = [2000, 1500].map((ms) => new Date(now.getTime() + ms))
  const of = eq(applications.id, foreign.applicationId)
  await server.context.database.db.update(applications).set({ updatedAt }).where(of)
  const recent = (await get(`/applications?updatedSince=${since?.toISOString()}`, presented))
    .body as unknown[]
  expect(recent).toHaveLength(1)
  expect((await get('/applications?status=onboarded', presented)).body).toEqual([])
  expect((await get('/applications?status=nonsense', presented)).status).toBe(400)
})

test('events are read by position: each once, those that are due', async () => {
  const presented = await token()
  const asManager = await server.as(manager.username)
  await asManager.put(`/api/admin/applications/${client.applicationId}/status`, { status: 'under_review' })
  const { db } = server.context.database
  const later = { createdAt: now, dueAt: new Date(now.getTime() + HOUR) }
  await db.insert(integrationEvents).values({ id: documentId, type: 'client.erased', body: '{}', ...later })
  await publishDueEvents(server.context)
  const first = (await get('/events?limit=1', presented)).body as EventForProgram[]
  expect(first).toMatchObject([
    {
      type: 'application.status_changed',
      data: { applicationId: client.applicationId, from: 'submitted', to: 'under_review' },
    },
  ])
  expect((await get(`/events?after=${first[0]?.position}`, presented)).body).toEqual([])
  const mine = await token({ clients: 'manager', managerId: manager.id })
  expect((await get('/events', mine)).body).toEqual(first)
  const others = await token({ clients: 'manager', managerId: (await makeUser(server.context)).id })
  expect((await get('/events', others)).body).toEqual([])
})

test('events miss none: they are stored before any token exists, and a reader learns of deleted ones', async () => {
  const { context } = server
  const { db } = context.database
  await db.update(tokens).set({ revokedAt: now })
  await db.delete(integrationEvents)
  const submitted = { wealthManagerId: manager.id, application: { status: 'submitted' } } as const
  const [made, other] = [await makeClient(context, submitted), await makeClient(context, submitted)]
  const change = async (status: string, { applicationId } = made) => {
    const session = await server.as(manager.username)
    const changed = await session.put(`/api/admin/applications/${applicationId}/status`, { status })
    expect([changed.status, changed.text]).toEqual([200, expect.any(String)])
    now = new Date(now.getTime() + HOUR)
    await publishDueEvents(context)
  }
  await change('under_review')
  await change('approved')
  const presented = await token()
  const all = (await get('/events', presented)).body as EventForProgram[]
  expect(all.map(({ data }) => data['to'])).toEqual(['under_review', 'approved'])
  const [first, second] = all.map(({ position }) => position)
  now = new Date(now.getTime() + 31 * 24 * HOUR)
  const later = await token()
  await deleteOldEvents(context)
  // The newest of the deleted ones stays, so that a reader that has seen it is up to date.
  expect((await get(`/events?after=${second}`, later)).body).toEqual([])
  expect((await get('/events', later)).body).toMatchObject([{ position: second }])
  const missed = await get(`/events?after=${(first ?? 0) - 1}`, later)
  expect([missed.status, missed.body]).toMatchObject([410, { code: 'events-deleted' }])
  await change('under_review', other)
  expect((await get(`/events?after=${second}`, later)).body).toMatchObject([
    { data: { applicationId: other.applicationId } },
  ])
})

/** Whether everything of the stored document is in the current one; texts may change. */
function missingFrom(stored: unknown, current: unknown, at = ''): string[] {
  if (Array.isArray(stored)) {
    if (!Array.isArray(current)) return [at]
    if (at.endsWith('/parameters')) {
      return stored.flatMap((one: { name: string }) =>
        missingFrom(
          one,
          current.find((other: { name: string }) => other.name === one.name),
          `${at}/${one.name}`,
        ),
      )
    }
    return stored.filter((one) => !current.some((other) => JSON.stringify(other) === JSON.stringify(one)))
      .length === 0
      ? []
      : [at]
  }
  if (typeof stored !== 'object' || stored === null) {
    return stored === current || /\/(?:description|summary|title)$/u.test(at) ? [] : [at]
  }
  if (typeof current !== 'object' || current === null) return [at]
  return Object.entries(stored).flatMap(([name, value]) =>
    missingFrom(value, (current as Record<string, unknown>)[name], `${at}/${name}`),
  )
}

test('version 1 keeps its promise: the document has all that its stored copy has', async () => {
  const file = resolve('test/support/public-api-v1.json')
  const { body: described, status } = await server.visit().get('/api/v1/openapi.json')
  const { servers: _, ...body } = described as { servers: object }
  expect(status).toBe(200)
  if (process.env['UPDATE_PUBLIC_API'] === '1') writeFileSync(file, `${JSON.stringify(body, null, 2)}\n`)
  const stored = JSON.parse(readFileSync(file, 'utf8')) as object
  expect(missingFrom(stored, body)).toEqual([])
  // The comparison itself: a field that goes is found.
  const without = JSON.parse(JSON.stringify(body).replace('"updatedAt":{', '"changedAt":{')) as object
  expect(missingFrom(stored, without)).not.toEqual([])
})
