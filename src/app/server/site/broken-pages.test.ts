import { afterAll, beforeAll, expect, test } from 'vitest'
import { heardLog } from '#test/support/heard-log.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const broken = { kind: 'TypeError', places: ['account-page-Ny4BEd-G.js:1:5021'] }

const { log, heard } = heardLog()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log })
})
afterAll(() => server.close())

test('an error report of a page is logged under the returned number', async () => {
  const { status, body } = await server.visit().post('/api/broken-pages', broken)
  expect(status).toBe(200)
  const { number } = body as { number: string }
  const line = heard()
    .split('\n')
    .find((one) => one.includes(number))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ reqId: number, broken, level: 50 })
})

test.each([
  ['what the error said', { ...broken, message: 'Thandi Mokoena' }],
  ['a kind that is none', { ...broken, kind: 'Thandi Mokoena' }],
  ['a place that is none', { ...broken, places: ['Thandi Mokoena'] }],
  ['a place with more to it', { ...broken, places: ['a.js:1:1 Thandi'] }],
  ['very many places', { ...broken, places: Array.from({ length: 21 }, () => 'a.js:1:1') }],
])('%s is refused, and not logged', async (_what, body) => {
  expect((await server.visit('192.0.2.3').post('/api/broken-pages', body)).status).toBe(400)
  expect(heard()).not.toContain('Thandi')
})

test('reports are limited to twenty an hour from an address', async () => {
  const statuses = []
  for (let sent = 0; sent < 21; sent += 1) {
    statuses.push((await server.visit('192.0.2.9').post('/api/broken-pages', broken)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
})
