import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { problemCodes, type ProblemBody } from '#base/rules/api/problem.ts'
import { meanings } from '#base/server/http/problem.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let page = ''
beforeAll(async () => {
  server = await startTestServer()
  page = (await server.visit().get('/api/errors')).text
})
afterAll(() => server.close())

test('the page explains every error, for anyone, with nothing but its own styles', async () => {
  const { status, headers, text } = await server.visit().get('/api/errors')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const ids = [...text.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id)
  const names = new Set<string>([...problemCodes, ...Object.keys(meanings), 'unexpected'])
  expect(ids).toEqual([...names].toSorted())
  expect(headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[\w+/=]+'/u)
  expect(text).not.toMatch(/<script|<link|<img|style="/u)
})

test('the type of every kind of error leads to its text', async () => {
  const session = await server.as((await makeUser(server.context)).username)
  const answers = [
    await server.visit().get('/api/user'),
    await server.visit().get('/api/nonsense'),
    await server.visit().request('PATCH', '/api/user'),
    await server.visit().post('/api/login', '{'),
    await server.visit().post('/api/login', {}),
    await server
      .visit()
      .request('POST', '/api/login', { body: 'x', headers: { 'content-type': 'text/xml' } }),
    await session.get('/api/system-admin/users'),
    await session.get('/api/user', { 'x-user-id': 'another' }),
    await server.visit().get('/api/v1/token'),
  ]
  const types = answers.map(({ body, headers }) => {
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    const { type, code } = body as ProblemBody
    const { origin, pathname, hash } = new URL(type)
    expect([origin, pathname]).toEqual([server.url, '/api/errors'])
    if (code !== undefined) expect(hash).toBe(`#${code}`)
    expect(page).toContain(`<h2 id="${hash.slice(1)}">`)
    return hash
  })
  expect(types).toEqual([
    '#signed-out',
    '#not-found',
    '#wrong-method',
    '#invalid',
    '#invalid',
    '#wrong-type',
    '#forbidden',
    '#another-user',
    '#signed-out',
  ])
})

test('the type is of the configured site, whatever the request says it is', async () => {
  const baseUrl = new URL('https://onboarding.example')
  const behind = await startTestServer({ settings: { baseUrl } })
  try {
    const { body } = await behind.visit().get('/api/user', { 'x-forwarded-host': 'evil.example' })
    expect((body as ProblemBody).type).toBe('https://onboarding.example/api/errors#signed-out')
  } finally {
    await behind.close()
  }
})
