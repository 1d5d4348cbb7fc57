import { SpanKind } from '@opentelemetry/api'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { deliverDueMail } from '#features/mail/server/deliver.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { jobDefinitions } from '#app/server/jobs/definitions.ts'
import { startJobs } from '#app/server/jobs/jobs.ts'
import { askForTimestamp } from '#features/signing/server/timestamp.ts'
import { traced } from '#base/server/tracing/span.ts'
import { operations } from '#test/crash/operations.ts'
import { startCollector, type ArrivedSpan, type Collector } from '#test/support/collector.ts'
import { heardLog } from '#test/support/heard-log.ts'
import type { HttpSession } from '#test/support/http.ts'
import { foundIn, needlesOf } from '#test/support/needles.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const METRICS_TOKEN = 'a-token-of-sixteen-or-more'
const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }

/** Short texts and amounts occur by chance among thousands of nanosecond values. */
const IS_FOUND_BY_CHANCE = /^(?:.{0,4}|\d{0,8})$/u

const { log, heard } = heardLog()
let collector: Collector
let server: TestServer
let client: HttpSession
beforeAll(async () => {
  collector = await startCollector()
  const settings = { otlpEndpoint: collector.endpoint, metricsToken: METRICS_TOKEN }
  server = await startTestServer({ settings, log })
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  const answers = completeAnswers('client@test.example')
  const made = await makeClient(server.context, { wealthManagerId: manager.id, application: { answers } })
  client = await server.as(made.username)
})
afterAll(async () => {
  await server.close()
  await collector.close()
})

/** The trace with a matching span, once it has arrived, its root last. */
async function traceWith(isIt: (span: ArrivedSpan) => boolean): Promise<ArrivedSpan[]> {
  const find = () => {
    const spans = collector.spans()
    const found = spans.findLast(isIt)
    return found === undefined ? [] : spans.filter(({ traceId }) => traceId === found.traceId)
  }
  await expect.poll(() => find().length).toBeGreaterThan(0)
  return find()
}

const shapeOf = ({ name, kind, attributes }: ArrivedSpan) => ({ name, kind, ...attributes })

/** Each span reads the wall clock, in whole milliseconds, at its start and counts from there. */
const CLOCK_NS = 1_000_000n

test('one save: the call and its statements as named child spans', async () => {
  const version = (await client.get('/api/application')).headers.get('etag') ?? ''
  const headers = { 'if-match': version, traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-00` }
  const answer = await client.put('/api/application', { currentStep: 'employment', city: 'Paarl' }, headers)
  expect(answer.status).toBe(200)
  const trace = await traceWith(
    ({ name, parentSpanId }) => name === 'PUT /api/application' && parentSpanId === CALLER.spanId,
  )
  const root = trace.at(-1)
  expect(root).toMatchObject({
    name: 'PUT /api/application',
    kind: 2,
    traceId: CALLER.traceId,
    parentSpanId: CALLER.spanId,
    status: { code: 0 },
    attributes: {
      'http.request.method': 'PUT',
      'http.route': '/api/application',
      'http.response.status_code': String(answer.status),
      'onboarding.request_id': expect.stringMatching(/^[\da-f-]{36}$/u),
    },
  })
  const transaction = trace.find(({ name }) => name === 'transaction')
  expect(transaction?.parentSpanId).toBe(root?.spanId)
  const parts = trace.slice(0, -1).filter((span) => span !== transaction)
  expect(parts.map(({ name }) => name)).toEqual([
    'find_actor',
    'begin',
    'lock_application_of_client',
    'find_application_of_client',
    'save_application',
    'commit',
  ])
  for (const part of parts) {
    expect(part.kind).toBe(3)
    expect(part.parentSpanId).toBe((part.name === 'find_actor' ? root : transaction)?.spanId)
    expect(part.attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': part.name })
    expect(BigInt(part.startTimeUnixNano) + CLOCK_NS).toBeGreaterThanOrEqual(
      BigInt(root?.startTimeUnixNano ?? 0),
    )
    expect(BigInt(part.endTimeUnixNano) - CLOCK_NS).toBeLessThanOrEqual(BigInt(root?.endTimeUnixNano ?? 0))
  }
})

test('a fault: the number on screen is in log and trace, and the log names the trace', async () => {
  await server.asOwner('alter table applications rename to applications_away')
  const { status, text } = await client.get('/api/application')
  await server.asOwner('alter table applications_away rename to applications')
  expect(status).toBe(500)
  const [number = ''] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/u.exec(text) ?? []
  const line = heard()
    .split('\n')
    .find((one) => one.includes(number))
  const { reqId, traceId } = JSON.parse(line ?? '{}') as { reqId: string; traceId: string }
  expect(reqId).toBe(number)
  const trace = await traceWith(({ attributes }) => attributes['onboarding.request_id'] === number)
  expect(trace.map((span) => span.traceId)).toEqual(trace.map(() => traceId))
  expect(trace.at(-1)).toMatchObject({
    status: { code: 2 },
    attributes: { 'error.type': '42P01', 'http.response.status_code': '500' },
  })
})

test('a job run is a trace of its own', async () => {
  // The first start creates the queues.
  await (await startJobs(server.context)).stop()
  const boss = new PgBoss({
    db: { executeSql: (text, values) => server.context.database.pool.query(text, values) },
  })
  await boss.start()
  await boss.send('sweep-sign-in')
  await boss.stop()
  const { stop } = await startJobs(server.context)
  onTestFinished(stop)
  const run = await traceWith((span) => span.name === 'job sweep-sign-in')
  expect(run.at(-1)).toMatchObject({ kind: 1, attributes: { 'onboarding.job': 'sweep-sign-in' } })
  expect(run.map(({ name }) => name)).toContain('delete sessions')
})

test('no exported span contains personal data', async () => {
  let visitors = 0
  const visit = () => server.visit(`10.2.0.${(visitors += 1)}`)
  for (const operation of Object.values(operations)) {
    const { act } = await operation(server, visit)
    await act()
  }
  for (const { run } of jobDefinitions) await run(server.context)
  const sent: object[] = []
  await deliverDueMail(server.context, {
    send: async (mail) => void sent.push(mail),
    close: () => undefined,
  })
  expect(sent.length).toBeGreaterThan(0)
  const mail = await traceWith(({ name }) => name.startsWith('mail '))
  expect(mail.at(-1)?.attributes).toMatchObject({ 'onboarding.mail.outcome': 'sent' })
  await traceWith(({ name }) => name === 'transaction')
  await traceWith(({ name }) => name === 'store put')
  const { rows } = await server.context.database.pool.query<{ value: string | null }>(`
    select username as value from users union select full_name from users union select id::text from users
    union select password_hash from users union select recipient from mail_outbox union select subject from mail_outbox
    union select name from documents union select object_key from documents union select id::text from documents
    union select id::text from applications union select host(ip) from audit_events where ip is not null
    union select jsonb_path_query(answers, '$.** ? (@.type() == "string")') #>> '{}' from applications`)
  const values = rows.flatMap(({ value }) =>
    value === null || IS_FOUND_BY_CHANCE.test(value) ? [] : [value],
  )
  expect(values.length).toBeGreaterThan(100)
  const needles = values.flatMap((text) => needlesOf(text, text))
  expect(foundIn(Buffer.from(collector.wire()), needles)).toEqual([])
  expect(collector.wire()).not.toContain('SELECT')
}, 120_000)

test('a time-stamp server receives the trace context', async () => {
  const traceparents: unknown[] = []
  const stamping = createServer(({ headers }, response) => {
    traceparents.push(headers.traceparent)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(stamping, 'listening')
  onTestFinished(() => void stamping.close())
  const sealTsaUrl = new URL(`http://127.0.0.1:${(stamping.address() as AddressInfo).port}/`)
  const ask = () =>
    askForTimestamp({ settings: { ...server.context.settings, sealTsaUrl }, log }, new Uint8Array(32))
  await ask()
  const start = { name: 'work', kind: SpanKind.INTERNAL, attributes: {} }
  const root = await traced(server.context.tracer, start, async (span) => {
    await ask()
    return span?.spanContext()
  })
  expect(traceparents).toEqual([undefined, `00-${root?.traceId}-${root?.spanId}-01`])
})

test('span counts are available to Prometheus', async () => {
  const { text } = await server.visit().get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
  expect(text).toMatch(/^onboarding_spans_total\{outcome="sent"\} [1-9]\d*$/mu)
  expect(text).toMatch(/^onboarding_spans_total\{outcome="dropped"\} \d+$/mu)
})

test('an unreachable collector delays no one, and pages and probes are not traced', async () => {
  collector.answer(() => undefined)
  const before = performance.now()
  expect((await client.get('/api/user')).status).toBe(200)
  expect(performance.now() - before).toBeLessThan(2000)
  expect(collector.spans().map(shapeOf)).not.toContainEqual(
    expect.objectContaining({ name: expect.stringContaining('health') }),
  )
})
