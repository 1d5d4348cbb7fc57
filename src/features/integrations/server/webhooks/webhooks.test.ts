import { desc, eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookTest,
} from '#features/integrations/api/webhooks.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'
import { runBulkActions } from '#features/review/server/bulk/run-bulk-action.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import { queueErasedEvent, queueEvents } from '#features/applications/server/events/queue-events.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { LOOPBACK, makeWebhook, startReceiver, type Receiver } from '#test/support/webhooks.ts'
import { deleteOldEvents } from './delete-old-events.ts'
import { deliverTo, readyEndpoints } from './deliver.ts'
import { publishDueEvents } from './publish.ts'

const UNDO_MS = 10_000
const PASSWORD = 'a quiet harbour wall'
const WEBHOOKS = '/api/system-admin/webhooks'
const HOUR = 3_600_000

let now = new Date()
let server: TestServer
let receiver: Receiver
let administrator: MadeUser
let system: HttpSession
let manager: MadeUser
let asManager: HttpSession

beforeAll(async () => {
  server = await startTestServer({
    now: () => now,
    settings: { undoMs: UNDO_MS, webhookNetworks: LOOPBACK },
  })
  administrator = await makeUser(server.context, { role: 'system_administrator', password: PASSWORD })
  manager = await makeUser(server.context, { role: 'wealth_manager' })
})
afterAll(() => server.close())
beforeEach(async () => {
  receiver = await startReceiver()
  // Sessions end while the test's clock advances by days.
  system = await server.as(administrator.username)
  asManager = await server.as(manager.username)
})
afterEach(async () => {
  await receiver.close()
  await server.context.database.db.delete(webhookEndpoints)
  await server.context.database.db.delete(integrationEvents)
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
/** One pass of the delivery loop. */
async function pass(context = server.context): Promise<void> {
  await publishDueEvents(context)
  for (const endpoint of await readyEndpoints(context)) await deliverTo(context, endpoint)
}
const submitted = (context = server.context) =>
  makeClient(context, { wealthManagerId: manager.id, application: { status: 'submitted' } })
async function approve(applicationId: string) {
  const path = `/api/admin/applications/${applicationId}/status`
  return (await asManager.put(path, { status: 'approved' })).body as ReviewedApplication
}
const typesReceived = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
const rowsOf = () =>
  server.context.database.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.createdAt)
async function endpointOf(id: string) {
  const [row] = await server.context.database.db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
  return row
}
/** An event that is due at once. */
async function event(): Promise<string> {
  const { applicationId } = await submitted()
  await approve(applicationId)
  later(UNDO_MS)
  return applicationId
}

describe('an event', () => {
  test('is delivered once, and the reference library verifies it; it holds ids and statuses only', async () => {
    const { secret } = await makeWebhook(server.context, { url: receiver.url })
    const { applicationId, id: clientId, username } = await submitted()
    const changed = await approve(applicationId)
    later(UNDO_MS)
    await pass()
    await pass()
    expect(receiver.received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const at = now.getTime() / 1000 - Date.now() / 1000
    const verified = new Webhook(secret).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    })
    expect(at).toBeLessThan(300)
    const { wealthManagerId, reference, version, eventVersion, ...rest } = (
      verified as { data: Record<string, unknown> }
    ).data
    expect(eventVersion).toEqual(expect.any(Number))
    expect(rest).toEqual({ applicationId, clientId, from: 'submitted', to: 'approved' })
    expect([wealthManagerId, reference, version]).toEqual([manager.id, changed.reference, changed.version])
    expect(body).not.toContain(username)
  })

  test('of each of 50 bulk approvals is delivered once', async () => {
    await makeWebhook(server.context, { url: receiver.url })
    const ids: string[] = []
    for (let made = 0; made < 50; made += 1) ids.push((await submitted()).applicationId)
    const act = { name: 'change-status', status: 'approved' }
    expect((await asManager.post('/api/admin/bulk-acts', { act, ids })).status).toBe(201)
    later(UNDO_MS)
    await runBulkActions(server.context)
    later(UNDO_MS)
    await pass()
    await pass()
    const heard = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { data: { applicationId: string } }).data.applicationId,
    )
    expect(heard.toSorted()).toEqual(ids.toSorted())
  })

  test('that is undone is never published', async () => {
    await makeWebhook(server.context, { url: receiver.url })
    const { applicationId } = await submitted()
    const { undo } = await approve(applicationId)
    const admin = asManager
    expect((await admin.post(`/api/admin/held-acts/${undo?.id}/undo`)).status).toBe(200)
    later(UNDO_MS)
    await pass()
    expect(receiver.received).toEqual([])
    expect(await server.context.database.db.select().from(integrationEvents)).toEqual([])
  })

  test('is undone, or published, never both', async () => {
    await makeWebhook(server.context, { url: receiver.url })
    for (let round = 0; round < 8; round += 1) {
      receiver.received.length = 0
      const { applicationId } = await submitted()
      const { undo } = await approve(applicationId)
      const due = new Date(now.getTime() + UNDO_MS)
      later(UNDO_MS - 1)
      const [undone] = await Promise.all([
        asManager.post(`/api/admin/held-acts/${undo?.id}/undo`),
        pass({ ...server.context, now: () => due }),
      ])
      later(1)
      await pass()
      expect([undone.status, receiver.received.length]).toEqual(undone.status === 200 ? [200, 0] : [409, 1])
    }
  })

  test('is stored while nothing receives it, and not delivered to an endpoint that is off', async () => {
    await event()
    await makeWebhook(server.context, { url: receiver.url, state: 'off' })
    await event()
    await pass()
    const { db } = server.context.database
    expect(await db.select().from(integrationEvents)).toHaveLength(2)
    expect(await db.select().from(webhookDeliveries)).toEqual([])
  })

  test('has a version that tells which of a client’s is newer, whenever each is published', async () => {
    const { applicationId } = await submitted()
    const { db } = server.context.database
    await db.delete(integrationEvents)
    const of = (type: 'application.submitted' | 'application.status_changed') => ({
      type,
      applicationIds: [applicationId],
    })
    const inAnHour = new Date(now.getTime() + 3_600_000)
    await inTransaction(systemContext(server.context), async (work) => {
      await queueEvents(work, of('application.submitted'), inAnHour)
      await queueEvents(work, of('application.status_changed'))
      await queueErasedEvent(work, { applicationId, clientId: applicationId })
    })
    const versionOf = async (type: string) => {
      const [row] = await db.select().from(integrationEvents).where(eq(integrationEvents.type, type))
      return (JSON.parse(row?.body ?? '{}') as { data: { eventVersion: number } }).data.eventVersion
    }
    const [first, second, third] = [
      await versionOf('application.submitted'),
      await versionOf('application.status_changed'),
      await versionOf('client.erased'),
    ]
    expect([first < second, second < third, Number.isSafeInteger(third)]).toEqual([true, true, true])
    // Also where the clock of the database goes back.
    await db.execute(
      sql`update integration_events set body = replace(body, ${first}::text, ${third + 10 ** 9}::text)`,
    )
    await inTransaction(systemContext(server.context), (work) =>
      queueEvents(work, of('application.status_changed')),
    )
    const newest = await db.select().from(integrationEvents).orderBy(desc(integrationEvents.createdAt))
    const versions = newest.map(
      ({ body }) => (JSON.parse(body) as { data: { eventVersion: number } }).data.eventVersion,
    )
    expect(versions.filter((version) => version > third + 10 ** 9)).toHaveLength(1)
  })

  test('is queued while its endpoint is paused', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url, state: 'paused' })
    await event()
    await pass()
    expect(receiver.received).toEqual([])
    expect((await system.patch(`${WEBHOOKS}/${id}`, { state: 'on' })).status).toBe(200)
    await pass()
    expect(typesReceived()).toEqual(['application.status_changed'])
  })

  test('of an invitation says that a client and an application were created', async () => {
    await makeWebhook(server.context, { url: receiver.url })
    const email = 'invited.client@test.example'
    const sent = await asManager.post('/api/send-invitation', { email, fullName: 'Sipho Dube' })
    expect(sent.status).toBe(201)
    await pass()
    expect(typesReceived().toSorted()).toEqual(['application.created', 'client.invited'])
    for (const { body } of receiver.received) expect(body).not.toMatch(/Sipho|Dube|invited\.client/u)
  })

  test('is read in order by who pages: positions only grow', async () => {
    await makeWebhook(server.context, { url: receiver.url })
    await event()
    await pass()
    await event()
    await Promise.all([pass(), pass(), pass()])
    const rows = await server.context.database.db.select().from(integrationEvents)
    const positions = rows.map(({ position }) => position ?? 0)
    expect(new Set(positions).size).toBe(2)
    expect(Math.min(...positions)).toBeGreaterThan(0)
    expect(receiver.received).toHaveLength(2)
  })
})

describe('delivery', () => {
  test('of a receiver that fails: rests, probes with one, and sends the rest when it returns', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    receiver.answer = (response) => response.writeHead(503).end('busy')
    for (const _ of [1, 2, 3]) await event()
    await pass()
    const attempts = receiver.received.length
    expect(attempts).toBeLessThanOrEqual(3)
    expect(await endpointOf(id)).toMatchObject({ failures: 1 })
    await pass()
    expect(receiver.received).toHaveLength(attempts)
    later(6000)
    await pass()
    expect(receiver.received).toHaveLength(attempts + 1)
    expect(await endpointOf(id)).toMatchObject({ failures: 2 })
    receiver.answer = (response) => response.writeHead(200).end()
    later(10 * 60_000)
    await pass()
    expect((await rowsOf()).map(({ deliveredAt }) => deliveredAt !== null)).toEqual([true, true, true])
    expect(await endpointOf(id)).toMatchObject({ failures: 0, restsUntil: null, failingSince: null })
    // The id is the same at every attempt.
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  test('of a receiver that is back: a test that succeeds ends the rest, and everything is sent', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    receiver.answer = (response) => response.writeHead(503).end()
    await event()
    await pass()
    later(5000)
    await pass()
    await event()
    const sendTest = async () => (await system.post(`${WEBHOOKS}/${id}/test`)).body as WebhookTest
    expect((await sendTest()).webhook).toMatchObject({
      failures: 2,
      restsUntil: expect.any(String) as string,
    })
    await pass()
    expect(receiver.received).toHaveLength(3)
    receiver.answer = (response) => response.writeHead(204).end()
    expect((await sendTest()).webhook).toMatchObject({ failures: 0, restsUntil: null })
    await pass()
    expect((await rowsOf()).map(({ lastStatus }) => lastStatus).toSorted()).toEqual([204, 204, 204, 503])
  })

  test('of an event that is refused does not hold up the others', async () => {
    await makeWebhook(server.context, { url: receiver.url })
    const refused = await event()
    await event()
    receiver.answer = (response, { body }) => response.writeHead(body.includes(refused) ? 422 : 200).end()
    await pass()
    expect((await rowsOf()).map(({ lastStatus }) => lastStatus).toSorted()).toEqual([200, 422])
  })

  test('to 410 switches the endpoint off, with a mail', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    receiver.answer = (response) => response.writeHead(410).end()
    await event()
    await pass()
    expect(await endpointOf(id)).toMatchObject({ state: 'off', stateReason: '410', testedAt: null })
    expect((await mailsTo(server.context, administrator.username)).at(-1)?.template).toBe('webhook-trouble')
    expect((await auditAbout(server.context, id)).at(-1)).toMatchObject({
      action: 'webhook.state-changed',
      details: { state: 'off', by: '410' },
    })
  })

  test('to an address that is not permitted pauses the endpoint, and is not tried again', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    await event()
    const narrow = { ...server.context, settings: { ...server.context.settings, webhookNetworks: [] } }
    await pass(narrow)
    expect(receiver.received).toEqual([])
    expect(await endpointOf(id)).toMatchObject({ state: 'paused', stateReason: 'address' })
    expect(await rowsOf()).toMatchObject([{ lastError: expect.stringContaining('not permitted') as string }])
    expect((await rowsOf())[0]?.givenUpAt).not.toBeNull()
  })

  test('after three days without success ends: given up, switched off, mailed on day one and three', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    receiver.answer = (response) => response.writeHead(500).end()
    await event()
    const before = (await mailsTo(server.context, administrator.username)).length
    for (let hours = 0; hours < 80; hours += 1) {
      await pass()
      later(HOUR)
    }
    system = await server.as(administrator.username)
    expect(await endpointOf(id)).toMatchObject({ state: 'off', stateReason: 'failures' })
    const mails = (await mailsTo(server.context, administrator.username)).slice(before)
    expect(mails.length).toBeGreaterThanOrEqual(2)
    expect(mails.length).toBeLessThanOrEqual(5)
    const { body } = await system.patch(`${WEBHOOKS}/${id}`, { state: 'on' })
    expect(body).toMatchObject({ status: 409, detail: expect.stringContaining('test event') as string })
  })

  test('killed between sending and storing is sent again, with the same id', async () => {
    await makeWebhook(server.context, { url: receiver.url })
    await event()
    await publishDueEvents(server.context)
    const stopping = new AbortController()
    receiver.answer = (response) => {
      stopping.abort()
      response.destroy()
    }
    for (const endpoint of await readyEndpoints(server.context)) {
      await deliverTo(server.context, endpoint, stopping.signal)
    }
    receiver.answer = (response) => response.writeHead(200).end()
    later(61_000)
    await pass()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('by two servers at once sends each delivery once', async () => {
    await makeWebhook(server.context, { url: receiver.url })
    for (const _ of [1, 2, 3, 4, 5]) await event()
    await publishDueEvents(server.context)
    await Promise.all([pass(), pass()])
    expect(receiver.received).toHaveLength(5)
  })
})

describe('a system administrator', () => {
  const body = () => ({
    name: 'CRM',
    url: receiver.url,
    events: ['application.status_changed'],
    operatorName: 'Firm CRM (Pty) Ltd',
    agreement: true,
    password: PASSWORD,
  })
  const add = async () => {
    const { status, body: made } = await system.post(WEBHOOKS, body())
    expect(status).toBe(201)
    return made as { webhook: WebhookEndpoint; secret: string }
  }

  test('adds one, tests it, and switches it on; the secret is shown once, and stored encrypted', async () => {
    const { webhook, secret } = await add()
    expect([webhook.state, webhook.tested, secret.startsWith('whsec_')]).toEqual(['off', false, true])
    expect((await endpointOf(webhook.id))?.secret).toMatch(/^sealed:/u)
    const path = `${WEBHOOKS}/${webhook.id}`
    expect((await system.patch(path, { state: 'on' })).status).toBe(409)
    const tested = (await system.post(`${path}/test`)).body as WebhookTest
    expect(tested).toMatchObject({ status: 204, webhook: { tested: true } })
    const [{ headers, body: sent } = { headers: {}, body: '' }] = receiver.received
    expect(JSON.parse(sent)).toMatchObject({ type: 'webhook.test' })
    expect(headers['user-agent']).toMatch(/^ClientOnboarding\//u)
    expect((await system.patch(path, { state: 'on' })).status).toBe(200)
    const list = await system.get(WEBHOOKS)
    expect(list.text).not.toContain('whsec_')
    // A test is no event of the stream.
    await pass()
    expect(receiver.received).toHaveLength(1)
    expect((await auditAbout(server.context, webhook.id)).map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.tested',
      'webhook.state-changed',
    ])
    expect((await system.delete(path)).status).toBe(204)
  })

  test.each([
    ['http://127.0.0.1/', 'Please use a name, not an IP address'],
    ['https://2130706433/', 'Please use a name, not an IP address'],
    ['https://localhost.internal/', 'Please use a public host name'],
    ['https://no-such-host.invalid/', 'We can’t find this host name. Please check it.'],
  ])('hears in words that %s is refused', async (url, message) => {
    const answer = await system.post(WEBHOOKS, { ...body(), url })
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'url', message }] }])
  })

  test('hears in words that a name of the hosts file leads to this machine', async () => {
    const { settings } = server.context
    const { webhookNetworks } = settings
    settings.webhookNetworks = []
    const answer = await system.post(WEBHOOKS, { ...body(), url: receiver.url })
    settings.webhookNetworks = webhookNetworks
    const message = expect.stringMatching(
      /resolves to (?:127\.0\.0\.1|::1), which is not permitted/u,
    ) as string
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'url', message }] }])
  })

  test('adds at most ten', async () => {
    for (let index = 0; index < 10; index += 1) await makeWebhook(server.context)
    expect((await system.post(WEBHOOKS, body())).status).toBe(409)
  })

  test.each<[string, object]>([
    ['without a password', {}],
    ['with a wrong one', { password: 'a loud harbour wall' }],
    ['with the claim of a sign-in at the firm', { proof: { by: 'sso' } }],
    ['with a passkey that is none', { proof: { by: 'passkey', response: {} } }],
  ])('neither adds one nor gives one another address %s, as from a browser left open', async (_, proof) => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    const { password: __, ...asked } = body()
    // Wrong proofs slow the account down.
    const other = await makeUser(server.context, { role: 'system_administrator', password: PASSWORD })
    const open = await server.as(other.username)
    for (const answer of [
      await open.post(WEBHOOKS, { ...asked, ...proof }),
      await open.patch(`${WEBHOOKS}/${id}`, { url: `${receiver.url}/2`, ...proof }),
      await open.patch(`${WEBHOOKS}/${id}`, {
        url: `${receiver.url}/2`,
        name: 'CRM 2',
        state: 'off',
        ...proof,
      }),
    ])
      expect(answer.status).toBe(400)
    const all = await server.context.database.db.select().from(webhookEndpoints)
    expect(all).toMatchObject([{ id, url: receiver.url, name: 'CRM', state: 'on' }])
    expect((await open.patch(`${WEBHOOKS}/${id}`, { name: 'CRM 2', state: 'paused' })).status).toBe(200)
  })

  test('moves one to another address: a new secret, and another test', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    const to = { url: `${receiver.url}/2`, password: PASSWORD }
    const moved = await system.patch(`${WEBHOOKS}/${id}`, { ...to, state: 'on' })
    expect(moved.status).toBe(409)
    const { body: changed } = await system.patch(`${WEBHOOKS}/${id}`, to)
    expect(changed).toMatchObject({
      secret: expect.stringMatching(/^whsec_/u) as string,
      webhook: { state: 'off' },
    })
  })

  test('rotates a secret with their password: both sign for 24 hours', async () => {
    const { id, secret } = await makeWebhook(server.context, { url: receiver.url })
    const path = `${WEBHOOKS}/${id}/secret`
    expect((await system.post(path, { password: 'wrong' })).body).toMatchObject({
      errors: [{ path: 'password' }],
    })
    const rotated = await system.post(path, { password: PASSWORD })
    const { secret: fresh } = rotated.body as { secret: string }
    expect((await system.post(path, { password: PASSWORD })).status).toBe(409)
    await event()
    await pass()
    later(24 * HOUR)
    asManager = await server.as(manager.username)
    await event()
    await pass()
    const verifies = (key: string, index: number) => {
      const { headers, body: sent } = receiver.received[index] ?? { headers: {}, body: '' }
      const signatures = String(headers['webhook-signature'])
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      return signatures.split(' ').includes(new Webhook(key).sign(String(headers['webhook-id']), at, sent))
    }
    expect([verifies(secret, 0), verifies(fresh, 0)]).toEqual([true, true])
    expect([verifies(secret, 1), verifies(fresh, 1)]).toEqual([false, true])
  })

  test('reads the log, and sends a delivery again as a new one with the same id', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    receiver.answer = (response) => response.writeHead(200).end('\0thank you')
    await event()
    await pass()
    const [row] = (await system.get(`${WEBHOOKS}/${id}/deliveries?state=delivered`)).body as WebhookDelivery[]
    const detail = (await system.get(`/api/system-admin/webhook-deliveries/${row?.id}`))
      .body as WebhookDeliveryDetail
    expect(detail).toMatchObject({ state: 'delivered', status: 200, answer: 'thank you' })
    expect((await system.post(`/api/system-admin/webhook-deliveries/${row?.id}/resend`)).status).toBe(201)
    expect((await system.get(`${WEBHOOKS}/${id}/deliveries?state=waiting`)).body).toHaveLength(1)
    expect((await system.get(WEBHOOKS)).body).toMatchObject([{ waiting: 1, delivered: 1, givenUp: 0 }])
    await pass()
    const [first, second] = receiver.received
    expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']])
    expect(await rowsOf()).toHaveLength(2)
  })

  test('tests at most 20 times an hour', async () => {
    const { id } = await makeWebhook(server.context, { url: receiver.url })
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    const another = await server.as(username)
    const statuses = []
    for (let index = 0; index < 21; index += 1) {
      statuses.push((await another.post(`${WEBHOOKS}/${id}/test`)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('events and deliveries are deleted after 30 days, but for the newest of these events', async () => {
  await makeWebhook(server.context, { url: receiver.url })
  await event()
  await event()
  await pass()
  later(31 * 24 * HOUR)
  expect(await deleteOldEvents(server.context)).toBe(1)
  expect(await rowsOf()).toEqual([])
  expect(await deleteOldEvents(server.context)).toBe(0)
  expect(await server.context.database.db.select().from(integrationEvents)).toHaveLength(1)
})
