import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { problemSchema } from '#base/rules/api/problem.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { requestAddress } from '#test/support/uploads.ts'
import { JSON_LIMIT_BYTES } from './json-body.ts'

let server: TestServer
let client: HttpSession

beforeAll(async () => {
  server = await startTestServer()
  client = await server.as((await makeClient(server.context)).username)
})
afterAll(() => server.close())

describe('requests that are rejected before any feature', () => {
  test.each<[string, number, string, Record<string, string>]>([
    ['a body above the limit', 413, JSON.stringify({ city: 'x'.repeat(JSON_LIMIT_BYTES) }), {}],
    ['a body that nests too deeply', 400, '['.repeat(20) + ']'.repeat(20), {}],
    ['a body that is no JSON', 400, '{', {}],
    ['a key that reaches for a prototype', 400, '{"__proto__": {"status": "approved"}}', {}],
    ['another content type', 415, '{"city": "x"}', { 'content-type': 'text/plain' }],
    ['a form', 415, 'city=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a foreign origin', 403, '{"city": "x"}', { origin: 'https://elsewhere.example' }],
    ['an origin that hides itself', 403, '{"city": "x"}', { origin: 'null' }],
    ['a list where an object belongs', 400, '[]', {}],
  ])('%s: %i', async (_, status, body, headers) => {
    const answer = await client.put('/api/application', body, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(problemSchema.parse(answer.body).status).toBe(status)
  })

  test('a page of another site that hides its origin', async () => {
    const headers = {
      cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
      'sec-fetch-site': 'cross-site',
    }
    const answer = await fetch(`${server.url}/api/application/submit`, { method: 'POST', headers })
    expect(answer.status).toBe(403)
  })

  test('thousands of unknown fields are answered with the first twenty', async () => {
    const fields = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`k${index}`, 1]))
    const answer = await client.put('/api/application', JSON.stringify(fields))
    expect(answer.status).toBe(400)
    expect(problemSchema.parse(answer.body).errors).toHaveLength(20)
    const long = await client.put('/api/application', JSON.stringify({ ['x'.repeat(20_000)]: 1 }))
    expect(JSON.stringify(long.body).length).toBeLessThan(2000)
  })

  test('a query with unknown parameters', async () => {
    expect((await client.get('/api/application?status=approved')).status).toBe(400)
  })
})

describe('every response', () => {
  test.each([
    '/api/user',
    '/api/application',
    '/api/nothing-here',
    '/healthz',
    '/api/openapi.json',
    '/api/docs/',
  ])('%s carries the security headers and is not cached', async (path) => {
    const { headers } = await client.get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('an unknown path reveals nothing else', async () => {
    const answer = await client.get('/api/nothing-here')
    expect([answer.status, problemSchema.parse(answer.body).title]).toEqual([404, 'Not found'])
  })
})

describe('a path that leaves its folder, or that no file can have', () => {
  test.each([
    '/api/docs/static/%2e%2e/package.json',
    '/api/docs/static/../package.json',
    '/api/docs/static/%5c..%5c',
    '/api/docs/static//',
    '/api/docs/static/index.html%00',
    '/api/docs/static/index.html/%00',
    '/%00',
  ])('%s is no fault', async (path) => {
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /u)
    expect(answer).toContain('application/problem+json')
  })
})

test.each(['/admin/%E0%A4%A', '/%00'])(
  '%s in a browser shows the page for unknown addresses',
  async (path) => {
    const page = await fetch(`${server.url}${path}`, {
      headers: { accept: 'text/html,application/xhtml+xml' },
      redirect: 'manual',
    })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/not-found'])
  },
)

test.each([
  ['JSON', 'application/json', async () => 'POST /api/login'],
  ['a file', 'image/png', async () => `PUT ${await requestAddress(client)}`],
])('%s that the client aborts logs no error', async (_, type, startOf) => {
  const error = vi.spyOn(server.context.log, 'error')
  const debug = vi.spyOn(server.context.log, 'debug')
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  const start = (await startOf()).replace(server.url, '')
  await sendRaw(
    `${start} HTTP/1.1\r\nhost: test\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\ncontent-length: 900\r\n\r\n{"a`,
    { breakOff: true },
  )
  await vi.waitFor(() => expect(debug).toHaveBeenCalledWith('a request was aborted'), 20_000)
  expect(error).not.toHaveBeenCalled()
})

/**
 * Sends raw bytes.
 *
 * @returns the response until the connection closes
 */
function sendRaw(bytes: string, { breakOff = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer)).on('error', reject)
    socket.write(bytes, () => {
      if (breakOff) setTimeout(() => socket.destroy(), 50)
    })
  })
}

test('health and readiness', async () => {
  expect((await client.get('/healthz')).body).toEqual({ status: 'ok', proxy: 'trusted' })
  expect((await client.get('/readyz')).body).toEqual({ status: 'ok', failed: [] })
})
