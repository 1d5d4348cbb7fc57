import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import {
  publicApi,
  type EventForProgram,
  type ListedForProgram,
} from '#features/integrations/rules/public-api/contract.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import { linkTo, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Conventions of HTTP that every read keeps: `/api/v1`, and the reads of `/api`. */
let server: TestServer
let manager: MadeUser
let client: MadeClient
let foreign: MadeClient
let documentId = ''
let asClient: HttpSession
let asManager: HttpSession
const MISSING = '01970f5e-6f0c-7d55-8d3c-6b4d6e2f9a10'

beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  manager = await makeUser(context, { role: 'wealth_manager' })
  client = await makeClient(context, { wealthManagerId: manager.id, application: { status: 'submitted' } })
  foreign = await makeClient(context, { application: { status: 'submitted' } })
  for (const _ of [1, 2, 3]) await makeClient(context, { wealthManagerId: manager.id })
  const made = { applicationId: client.applicationId, ownerId: client.id, kind: 'payslip' } as const
  documentId = (await makeDocument(context, made)).id
  asClient = await server.as(client.username)
  asManager = await server.as(manager.username)
})
afterAll(() => server.close())

type Scopes = Parameters<typeof makeApiToken>[1]
const bearer = async (facts: Scopes = {}) => ({
  authorization: `Bearer ${(await makeApiToken(server.context, facts)).token}`,
})
const every = { ...contract, ...publicApi } as Readonly<Record<string, Pick<Endpoint, 'answer'>>>
const pathOf = (key: string, id = MISSING) => key.slice(key.indexOf(' ') + 1).replaceAll(/\{\w+\}/gu, id)
const paths = [...new Set(Object.keys(every).map((key) => pathOf(key)))]
const methodsOf = (path: string) =>
  Object.keys(every)
    .filter((key) => pathOf(key) === path)
    .map((key) => key.slice(0, key.indexOf(' ')))

/** Headers that HEAD has as GET does; others depend on the time. */
const COMPARED = ['content-type', 'content-length', 'content-disposition', 'link', 'x-total-count', 'etag']
const compared = ({ status, headers }: HttpAnswer) => [status, ...COMPARED.map((name) => headers.get(name))]

describe('HEAD', () => {
  const reads = (Object.keys(contract) as ContractKey[]).filter(
    (key) => key.startsWith('GET ') && (contract[key] as Endpoint).answer !== 'redirect',
  )

  test.each(reads)('%s is answered as GET, without a body', async (key) => {
    const path = pathOf(key, client.applicationId)
    for (const session of [server.visit(), asClient, asManager]) {
      const [get, head] = [await session.get(path), await session.request('HEAD', path)]
      expect([head.status, head.text]).toEqual([get.status, ''])
      // Their bodies carry times, and archives have no length.
      if (get.status !== 200 || (contract[key] as Endpoint).answer !== 'file') continue
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    }
  })

  test('of a scoped object says no more than GET does', async () => {
    const headers = await bearer({ clients: 'manager', managerId: manager.id })
    const visit = (method: string, path: string) => server.visit().request(method, path, { headers })
    for (const path of [
      `/api/v1/applications/${client.applicationId}`,
      `/api/v1/applications/${foreign.applicationId}`,
      `/api/v1/applications/${MISSING}`,
      `/api/v1/documents/${documentId}/content`,
      '/api/v1/applications?limit=2',
    ])
      expect(compared(await visit('HEAD', path))).toEqual(compared(await visit('GET', path)))
    const events = await auditAbout(server.context, client.applicationId)
    expect(events.filter(({ action }) => action === 'document.read')).not.toEqual([])
  })

  test('does not follow the redirects of a sign-in, which are used up', async () => {
    const answer = await server.visit().request('HEAD', '/api/sso/firm/callback')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

describe('a method that a path does not have', () => {
  test('is 405 with those that it has, for every path and every caller', async () => {
    const headers = await bearer()
    for (const path of paths) {
      const known = methodsOf(path)
      // Of the methods that no neighbour with a parameter has.
      const method = path.startsWith('/api/v1/') ? 'DELETE' : 'OPTIONS'
      const answers = [
        await server.visit().request(method, path),
        await asManager.request(method, path),
        await server.visit().request(method, path, { headers }),
      ]
      for (const { status, text, headers: sent } of answers) {
        const allowed = sent.get('allow')?.split(', ') ?? []
        expect([path, status, known.filter((one) => !allowed.includes(one))]).toEqual([path, 405, []])
        expect(text).toBe(answers[0]?.text)
      }
    }
  })

  test('is 404 where nothing is, and 403 from another site', async () => {
    expect((await server.visit().request('DELETE', '/api/nonsense')).status).toBe(404)
    expect((await server.visit().request('DELETE', '/api/v1/applications/a/b')).status).toBe(404)
    const origin = { origin: 'https://other.example' }
    expect((await asManager.request('DELETE', '/api/user', { headers: origin })).status).toBe(403)
  })

  test('of a preflight allows no other site', async () => {
    const headers = { origin: 'https://other.example', 'access-control-request-method': 'GET' }
    const { status, headers: sent } = await server.visit().request('OPTIONS', '/api/v1/token', { headers })
    expect(status).toBe(405)
    expect([...sent.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('If-None-Match', () => {
  const path = () => `/api/v1/applications/${client.applicationId}`

  test.each([
    ['an application', () => path(), bearer],
    ['a list', () => '/api/v1/applications', bearer],
    ['events', () => '/api/v1/events', bearer],
  ])('of what was read is 304 for %s', async (_, address, headersOf) => {
    const headers = await headersOf()
    const etag = (await server.visit().get(address(), headers)).headers.get('etag') ?? ''
    for (const tag of [etag, `W/${etag.replace(/^W\//u, '')}`, `"x", ${etag}`, '*']) {
      const again = await server.visit().get(address(), { ...headers, 'if-none-match': tag })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    }
    for (const tag of ['"x"', 'x', '', etag.replaceAll('"', '')]) {
      const again = await server.visit().get(address(), { ...headers, 'if-none-match': tag })
      expect(again.status).toBe(200)
    }
  })

  test('is not answered before the caller is known and in scope', async () => {
    const etag = (await server.visit().get(path(), await bearer())).headers.get('etag') ?? ''
    const far = await bearer({ clients: 'manager', managerId: (await makeUser(server.context)).id })
    expect((await server.visit().get(path(), { ...far, 'if-none-match': etag })).status).toBe(404)
    expect((await server.visit().get(path(), { ...far, 'if-none-match': '*' })).status).toBe(404)
    expect((await server.visit().get(path(), { 'if-none-match': etag })).status).toBe(401)
    const tag = (await asClient.get('/api/application')).headers.get('etag') ?? ''
    const other = await server.as(foreign.username)
    expect((await other.get('/api/application', { 'if-none-match': tag })).status).toBe(200)
    expect((await server.visit().get('/api/application', { 'if-none-match': tag })).status).toBe(401)
  })

  test('of an answer without numbers of identity does not stand for one with them', async () => {
    const etag = (await server.visit().get(path(), await bearer())).headers.get('etag') ?? ''
    const identified = await bearer({ scopes: ['application.review', 'application.identity'] })
    const { applicationId } = await makeClient(server.context, {
      application: { answers: { idNumber: '8001015009087' } },
    })
    const address = `/api/v1/applications/${applicationId}`
    const plain = (await server.visit().get(address, await bearer())).headers.get('etag') ?? ''
    expect((await server.visit().get(address, { ...identified, 'if-none-match': plain })).status).toBe(200)
    expect(etag).not.toBe(plain)
  })

  test('of what changed without the version is 200, and If-Match takes the ETag of a read', async () => {
    const read = async (tag = '') => asClient.get('/api/application', { 'if-none-match': tag })
    const etag = (await read()).headers.get('etag') ?? ''
    expect((await read(etag)).status).toBe(304)
    await server.context.database.pool.query('update users set full_name = $1 where id = $2', [
      'Naledi Changed',
      manager.id,
    ])
    expect((await read(etag)).status).toBe(200)
    const draft = await server.as((await makeClient(server.context)).username)
    const seen = (await draft.get('/api/application')).headers.get('etag') ?? ''
    const save = () => draft.put('/api/application', { city: 'Durban' }, { 'if-match': seen })
    const saved = await save()
    expect([saved.status, saved.headers.get('etag')]).toEqual([
      200,
      etagOf(saved.body as { id: string; version: number }),
    ])
    expect((await save()).status).toBe(412)
  })
})

describe('Link', () => {
  test('names the first and the next page as absolute addresses, and the first page the total', async () => {
    const headers = await bearer()
    const pages: HttpAnswer[] = []
    for (let next: string | null = '/api/v1/applications?limit=2&status=draft'; next !== null;) {
      const answer: HttpAnswer = await server.visit().get(next, headers)
      pages.push(answer)
      next = linkTo('next', answer)
    }
    expect(pages.length).toBeGreaterThan(1)
    for (const answer of pages) {
      expect(linkTo('first', answer)).toBe('/api/v1/applications?limit=2&status=draft')
      for (const link of answer.headers.get('link')?.split(', ') ?? [])
        expect(link.startsWith(`<${server.url}`)).toBe(true)
    }
    const rows = pages.flatMap(({ body }) => body as ListedForProgram[])
    expect(pages.map((answer) => answer.headers.get('x-total-count'))).toEqual([
      String(rows.length),
      ...pages.slice(1).map(() => null),
    ])
  })

  test('is of the configured site, whatever the request says it is', async () => {
    const behind = await startTestServer({ settings: { baseUrl: new URL('https://onboarding.example') } })
    try {
      for (const _ of [1, 2]) await makeClient(behind.context)
      const { token } = await makeApiToken(behind.context)
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-host': 'evil.example' }
      const { headers: sent } = await behind.visit().get('/api/v1/applications?limit=1', headers)
      expect(sent.get('link')).toMatch(/^<https:\/\/onboarding\.example\/api\/v1\/applications\?/u)
    } finally {
      await behind.close()
    }
  })

  test.each([
    ['nonsense', 'bm9uc2Vuc2U'],
    ['another order', Buffer.from('["updatedAt","desc",["2026-01-01","2026-01-01T00:00:00.000Z"],"x"]')],
    ['SQL', Buffer.from('["updatedAt","asc",["2026-01-01\'); drop table users","x"],"x"]')],
    ['a huge one', Buffer.from(JSON.stringify(['updatedAt', 'asc', ['9'.repeat(900)], 'x']))],
  ])('has cursors that are checked: %s', async (_, cursor) => {
    const forged = typeof cursor === 'string' ? cursor : cursor.toString('base64url')
    const limited = await bearer({ clients: 'manager', managerId: null })
    const address = `/api/v1/applications?cursor=${forged}`
    const answer = await server.visit().get(address, limited)
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'cursor' }] }])
  })

  test('has cursors that open no other scope', async () => {
    const all = await server.visit().get('/api/v1/applications?limit=1', await bearer())
    const own = await bearer({ clients: 'manager', managerId: manager.id })
    const page = await server.visit().get(linkTo('next', all) ?? '', own)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain(foreign.applicationId)
  })
})

describe('RateLimit', () => {
  const { points, window } = limits.apiToken
  const policy = `"token";q=${points};w=${window}`

  test('is on every answer of a token, and the policy on every answer', async () => {
    const headers = await bearer({ scopes: ['application.review'] })
    const answers = [
      ['/token', 200],
      ['/events', 403],
      [`/applications/${MISSING}`, 404],
      ['/token?nonsense=1', 400],
    ] as const
    for (const [index, [path, status]] of answers.entries()) {
      const answer = await server.visit().get(`/api/v1${path}`, headers)
      expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([status, policy])
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"token";r=${points - 1 - index};t=\\d+$`))
    }
    const unknown = await server.visit().get('/api/v1/token')
    expect([unknown.status, unknown.headers.get('ratelimit-policy')]).toEqual([401, policy])
    expect(unknown.headers.get('ratelimit')).toBeNull()
  })
})

describe('a query parameter that a call does not have', () => {
  test('is named, with those that it has', async () => {
    const answer = await server.visit().get('/api/v1/events?since=1&limit=2', await bearer())
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        detail: 'This call has no parameter “since”. It has: after, limit.',
        errors: [{ path: 'since' }],
      },
    ])
    expect((await asClient.get('/api/application?a=1&b=2')).body).toMatchObject({
      status: 400,
      detail: 'This call has no parameter “a”, “b”. It has none.',
    })
  })
})

describe('expand=answers', () => {
  const list = async (query: string, facts?: Scopes) =>
    server.visit().get(`/api/v1/applications?${query}`, await bearer(facts))

  test('returns each application as the call for one does, within the same scope', async () => {
    const facts = { clients: 'manager', managerId: manager.id } as const
    const { body, status } = await list('expand=answers&limit=100', facts)
    const listed = body as ListedForProgram[]
    expect([status, listed.length]).toEqual([200, 4])
    const headers = await bearer(facts)
    for (const application of listed) {
      const one = await server.visit().get(`/api/v1/applications/${application.id}`, headers)
      expect(application).toEqual(one.body)
    }
  })

  test('needs the scope of the answers, and that of identity for its numbers', async () => {
    const without = await list('expand=answers', { scopes: ['applications.list'] })
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="application.review"',
    ])
    const idNumber = '7001015009086'
    await makeClient(server.context, { application: { answers: { idNumber } } })
    expect((await list('expand=answers')).text).not.toContain(idNumber)
    const scopes = ['applications.list', 'application.review', 'application.identity'] as const
    expect((await list('expand=answers', { scopes: [...scopes] })).text).toContain(idNumber)
  })

  test('is recorded for each application, and bounded', async () => {
    const { id, token } = await makeApiToken(server.context)
    const headers = { authorization: `Bearer ${token}` }
    await server.visit().get('/api/v1/applications?expand=answers&limit=100', headers)
    const rows = await auditAbout(server.context, client.applicationId)
    expect(rows.filter((row) => row.actorId === id && row.action === 'application.read')).toHaveLength(1)
    expect((await list('expand=answers&limit=101')).body).toMatchObject({ errors: [{ path: 'limit' }] })
    expect((await list('expand=documents')).status).toBe(400)
  })
})

test('events are an empty list, not an error, where there are none', async () => {
  const { body } = await server.visit().get('/api/v1/events', await bearer())
  expect(body as EventForProgram[]).toEqual([])
})
