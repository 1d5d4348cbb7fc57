import { randomUUID } from 'node:crypto'
import { request as send } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationSchema } from '#features/applications/api/application.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Rare but valid header forms are parsed like the plain one. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const made = (): Promise<MadeClient> => makeClient(server.context)
const OTHER = '"0a1b2c3d4e5f-1"'

describe('If-Match', () => {
  test.each<[string, (etag: string) => string, number]>([
    ['as it was received', (etag) => etag, 200],
    ['with spaces around it', (etag) => `  ${etag}\t`, 200],
    ['marked as weak by a proxy', (etag) => `W/${etag}`, 200],
    ['any version', () => '*', 200],
    ['any version, with spaces', () => ' * ', 200],
    ['a list', (etag) => `${OTHER}, ${etag}`, 200],
    ['a list without spaces', (etag) => `${etag},${OTHER}`, 200],
    ['a list with empty elements', (etag) => `,, ${etag} ,`, 200],
    ['a list of weak and strong tags', (etag) => `W/${OTHER},W/${etag}`, 200],
    ['a tag with commas beside it', (etag) => `"a,b", ${etag}`, 200],
    ['a long list', (etag) => `${Array.from({ length: 300 }, () => OTHER).join(', ')}, ${etag}`, 200],
    ['another object', () => OTHER, 412],
    ['a tag of no meaning', () => '"x"', 412],
    ['an empty tag', () => '""', 412],
    ['a weak tag of another version', (etag) => `W/${etag.replace('-1"', '-2"')}`, 412],
    ['no quotes', (etag) => etag.replaceAll('"', ''), 400],
    ['quotes that do not end', (etag) => etag.slice(0, -1), 400],
    ['any version in a list', (etag) => `*, ${etag}`, 400],
    ['words around it', (etag) => `etag ${etag}`, 400],
  ])('%s', async (_, form, status) => {
    const { username, applicationId: id } = await made()
    const session = await server.as(username)
    const headers = { 'if-match': form(etagOf({ id, version: 1 })) }
    const answer = await session.put('/api/application', { city: 'Durban' }, headers)
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
    const after = applicationSchema.parse((await session.get('/api/application')).body)
    expect(after.city).toBe(status === 200 ? 'Durban' : null)
  })
})

describe('Content-Type', () => {
  test.each([
    ['application/json', 200],
    ['APPLICATION/JSON', 200],
    ['Application/Json; Charset=UTF-8', 200],
    ['application/json;charset=utf-8', 200],
    ['application/json ; charset="utf-8"', 200],
    ['application/json; profile="a;b"; charset=utf-8', 200],
    ['text/plain', 415],
    ['application/json-seq', 415],
    ['application/x-www-form-urlencoded', 415],
  ])('%s', async (type, status) => {
    const session = await server.as((await made()).username)
    const options = { body: JSON.stringify({ city: 'Durban' }), headers: { 'content-type': type } }
    expect((await session.request('PUT', '/api/application', options)).status).toBe(status)
  })
})

test.each([
  'application/json',
  'application/json;q=0.5, */*;q=0.1',
  'text/html, application/xhtml+xml',
  'APPLICATION/JSON ; VERSION="1"',
  '*/*',
  '',
])('Accept: %s is answered with JSON', async (accept) => {
  const session = await server.as((await made()).username)
  const answer = await session.get('/api/application', { accept })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
})

describe('Idempotency-Key', () => {
  test.each<[string, (key: string) => [string, string], number]>([
    ['quoted and plain', (key) => [`"${key}"`, key], 200],
    ['with spaces around it', (key) => [key, `  ${key} `], 200],
    ['with parameters', (key) => [`"${key}"`, `"${key}"; retry=2`], 200],
    ['with spaces in quotes', (key) => [`"key ${key}"`, `"key ${key}"`], 200],
    ['with quotes and backslashes', (key) => [`"a\\"b\\\\${key}"`, `"a\\"b\\\\${key}"`], 200],
    ['of 255 characters', (key) => [key.padEnd(255, 'x'), `"${key.padEnd(255, 'x')}"`], 200],
    ['of 256 characters', (key) => [key.padEnd(256, 'x'), key.padEnd(256, 'x')], 400],
    ['with a space and no quotes', (key) => [`key ${key}`, `key ${key}`], 400],
    ['empty', () => ['""', '""'], 400],
    ['with quotes that do not end', (key) => [`"${key}`, `"${key}`], 400],
  ])('%s', async (_, forms, status) => {
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const { id: wealthManagerId } = await makeUser(server.context, { role: 'wealth_manager' })
    const body = { email: `${randomUUID()}@test.example`, wealthManagerId }
    const answers = []
    for (const key of forms(randomUUID())) {
      answers.push(await admin.post('/api/send-invitation', body, { 'idempotency-key': key }))
    }
    const [first, again] = answers
    expect(first?.status).toBe(status === 200 ? 201 : status)
    expect([again?.status, again?.text]).toEqual([first?.status, first?.text])
  })
})

test.each([
  ['Session cookie among others', (token: string) => `a=1; session=${token}; b="x;y"`],
  ['Session cookie without spaces', (token: string) => `a=1;session=${token};b=2`],
])('%s', async (_, cookie) => {
  const session = await server.as((await made()).username)
  const headers = { cookie: cookie(session.cookies.get('session') ?? '') }
  // Not by fetch, which would merge cookies of its own.
  const status = await new Promise<number | undefined>((resolve, reject) => {
    send(`${server.url}/api/user`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
})

describe('X-User-Id', () => {
  test('of the signed-in user changes nothing; another one is rejected, whatever they may do', async () => {
    const [one, other] = [await made(), await made()]
    const session = await server.as(one.username)
    const save = (id: string) => session.put('/api/application', { city: 'Durban' }, { 'x-user-id': id })
    expect((await save(other.id)).body).toMatchObject({ status: 409, code: 'another-user' })
    const read = await session.get('/api/application', { 'x-user-id': other.id })
    expect(read.body).toMatchObject({ status: 409, code: 'another-user' })
    const staffCall = await session.get('/api/admin/applications', { 'x-user-id': other.id })
    expect(staffCall.status).toBe(409)
    const out = await session.post('/api/logout', {}, { 'x-user-id': other.id })
    expect(out.status).toBe(409)
    expect((await save(one.id)).body).toMatchObject({ city: 'Durban', version: 2 })
  })

  test('of an ended session is answered like any other', async () => {
    const { id } = await made()
    expect((await server.visit().get('/api/application', { 'x-user-id': id })).status).toBe(401)
  })
})
