import { afterEach, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const metricsToken = 'atoken'

let server: TestServer
afterEach(() => server.close())

test('without a token there is no such address', async () => {
  server = await startTestServer()
  const admin = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  expect((await admin.get('/metrics', { authorization: `Bearer ${metricsToken}` })).status).toBe(404)
})

test.each([
  ['nothing', undefined],
  ['another token', 'Bearer another token'],
  ['a part of it', `Bearer ${metricsToken.slice(1)}`],
  ['another scheme', 'Basic atoken'],
  ['an empty token', 'Bearer '],
])('it is closed to requests with %s', async (_what, authorization) => {
  server = await startTestServer({ settings: { metricsToken } })
  const answer = await server.visit().get('/metrics', authorization === undefined ? {} : { authorization })
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

test('it reports the process, requests by route, the pool, waiting work, and failed sign-ins', async () => {
  server = await startTestServer({ settings: { metricsToken } })
  const { username } = await makeUser(server.context, { role: 'client' })
  await server.visit().post('/api/login', { username, password: 'a loud harbour wall' })
  const { id } = await makeUser(server.context, { role: 'client' })
  await (await server.as(username)).get(`/objects/uploads/${id}`)
  const { status, headers, text } = await server
    .visit()
    .get('/metrics', { authorization: `Bearer ${metricsToken}` })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = text.split('\n')
  for (const expected of [
    'http_request_duration_seconds_count{method="POST",route="/api/login",status="401"} 1',
    'http_request_duration_seconds_count{method="GET",route="/objects/uploads/:id",status="404"} 1',
    'onboarding_failed_sign_ins_24h 1',
    'onboarding_mail_waiting 0',
    'onboarding_jobs_waiting 0',
    'onboarding_database_up 1',
    'onboarding_health{part="object-store"} 0',
  ]) {
    expect(lines).toContain(expected)
  }
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /mu)
  expect(text).toMatch(/^process_resident_memory_bytes /mu)
  expect(text).toMatch(/^onboarding_database_connections\{state="idle"\} /mu)
  expect(text).not.toContain(username)
  expect(text).not.toContain(id)
})
