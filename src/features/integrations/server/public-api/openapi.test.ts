import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { publicApi, type PublicKey } from '#features/integrations/rules/public-api/contract.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { apiTokens } from '#features/integrations/schema.ts'
import { describeApi } from '#app/server/site/openapi.ts'
import { timeLimits } from '#base/server/db/time-limits.ts'
import { publishDueEvents } from '#features/integrations/server/webhooks/publish.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import type { HttpAnswer } from '#test/support/http.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const MISSING = '01970f5e-6f0c-7d55-8d3c-6b4d6e2f9a10'

interface Described {
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

const ALL = [
  'applications.list',
  'application.review',
  'document.read',
  'events.read',
  'application.identity',
] as const

let server: TestServer
let client: MadeClient
let documentId = ''
let document: { paths: Record<string, { get: Described }>; components: object }
/** A token that has made all its calls. */
let exhausted = ''
beforeAll(async () => {
  // Waiting requests have to arrive before any of them is given up.
  server = await startTestServer({ limits: timeLimits.jobs })
  const { context } = server
  const manager = await makeUser(context, { role: 'wealth_manager', fullName: 'Naledi Dlamini' })
  const answers = {
    ...completeAnswers('sipho@people.example', { fullName: 'Sipho Dube' }),
    assets: { savingsAccounts: 1200.5 },
  }
  client = await makeClient(context, {
    wealthManagerId: manager.id,
    application: { status: 'submitted', answers },
  })
  // One with nothing filled in, so that every field that may be null is.
  await makeClient(context, {})
  const made = { applicationId: client.applicationId, ownerId: client.id, kind: 'payslip' } as const
  documentId = (await makeDocument(context, made)).id
  const { id, token } = await makeApiToken(context, { scopes: [...ALL] })
  exhausted = token
  for (let used = 0; used < limits.apiToken.points; used += 10)
    await Promise.all(Array.from({ length: 10 }, () => countWithin(context, ['apiToken', id, ''])))
  const session = await server.as(manager.username)
  await session.put(`/api/admin/applications/${client.applicationId}/status`, { status: 'under_review' })
  await publishDueEvents(context)
  document = (await server.visit().get('/api/v1/openapi.json')).body as typeof document
})
afterAll(() => server.close())

const whole = () => describeApi({ firmName: 'Firm', origin: 'https://onboarding.example' })

test.each([
  ['for programs', () => document],
  ['of the whole site', whole],
])('the document %s is valid OpenAPI 3.1, and its references resolve', async (_which, read) => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(read()))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  expect(JSON.stringify(validator.resolveRefs())).not.toContain('$ref')
})

test('what submitting needs is described', () => {
  const { paths } = whole() as unknown as { paths: Record<string, { post: { summary: string } }> }
  expect(paths['/api/application/submit']?.post.summary).toContain('three `confirmations`')
})

interface Operation extends Described {
  operationId: string
  security?: object[]
  parameters?: { name: string }[]
}

const operationsOf = ({ paths }: { paths: object }) =>
  Object.values(paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.values(methods),
  )

/** Where a schema says nothing: generated clients get `unknown` there. */
function emptySchemas(value: unknown, at: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return []
  const isSchema = ['schema', 'items', 'additionalProperties', 'not'].includes(at.at(-1) ?? '')
  const isMember = ['anyOf', 'oneOf', 'allOf', 'properties', 'schemas'].includes(at.at(-2) ?? '')
  if (Object.keys(value).length === 0) return isSchema || isMember ? [at.join('.')] : []
  return Object.entries(value).flatMap(([name, part]) => emptySchemas(part, [...at, name]))
}

describe.each([
  ['for programs', () => document],
  ['of the whole site', () => whole() as unknown as typeof document],
])('the document %s makes a useful client', (_which, read) => {
  test('no schema is empty, and every text is text', () => {
    expect(emptySchemas(read())).toEqual([])
    expect(emptySchemas({ schemas: { A: { properties: { b: {} } } } })).toEqual(['schemas.A.properties.b'])
  })

  test('each call has a name of its own, and a schema with a name for each request and answer', () => {
    const operations = operationsOf(read())
    const names = operations.map(({ operationId }) => operationId)
    expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/u.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    const schemas = JSON.stringify(operations).matchAll(/"application\/json":\{"schema":(\{[^}]*)\}/gu)
    const unnamed = [...schemas].map(([, schema = '']) => schema).filter((schema) => !schema.includes('$ref'))
    expect(unnamed).toEqual([])
  })

  test('says where it is, who may call, and which errors there are', () => {
    const { servers, security } = read() as unknown as { servers: { url: string }[]; security: object[] }
    expect([servers.length, security.length]).toEqual([1, 1])
    for (const { responses, operationId } of operationsOf(read())) {
      const statuses = Object.keys(responses)
      expect([operationId, statuses.includes('400'), statuses.includes('429')]).toEqual([
        operationId,
        true,
        true,
      ])
    }
  })
})

test('calls without a session say so; others have 401', () => {
  for (const [path, methods] of Object.entries(whole()['paths'] as Record<string, Record<string, Operation>>))
    for (const [method, { security, responses }] of Object.entries(methods)) {
      const endpoint: Endpoint = contract[`${method.toUpperCase()} ${path}` as ContractKey]
      expect([path, security]).toEqual([path, endpoint.access === 'anyone' ? [] : undefined])
      if (endpoint.access !== 'anyone') expect(Object.keys(responses)).toContain('401')
    }
})

test('every enum for programs says that values may be added', () => {
  const enums = JSON.stringify(document).matchAll(/\{[^{}]*"enum":\[[^\]]*\][^{}]*\}/gu)
  const silent = [...enums].map(([text]) => text).filter((text) => !text.includes('Values may be added'))
  expect(silent).toEqual([])
})

test('the validator finds a fault', async () => {
  const { paths: described } = document
  const faulty = {
    ...document,
    paths: { ...described, '/api/v1/token': { get: { responses: {}, parameters: 1 } } },
  }
  expect((await new Validator().validate(faulty)).valid).toBe(false)
})

/** Closes every object, so that a field that the document lacks is found too. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  // A member of allOf narrows a schema that is closed itself.
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'allOf' ? (value as unknown) : closed(value),
    ]),
  )
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner
}

/** The differences between an answer and its description; empty for none. */
function differences(key: PublicKey, { status, headers, body }: HttpAnswer): unknown {
  const responses = document.paths[key.slice('GET '.length)]?.get.responses
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  // Of the answers that the document leaves to its default, a busy server’s is the only one that is meant.
  const schema = responses?.[status === 503 ? 'default' : status]?.content[type]?.schema
  if (schema === undefined) return `${status} ${type} is not described`
  if (type === 'application/pdf') return []
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  const validate = ajv.compile(closed({ ...schema, components: document.components }) as object)
  return validate(body) ? [] : validate.errors
}

type Facts = Partial<typeof apiTokens.$inferSelect>
const bearer = async (facts: Facts = {}) =>
  (await makeApiToken(server.context, { scopes: [...ALL], ...facts })).token
const get = (path: string, presented: string) =>
  server.visit().get(`/api/v1${path}`, { authorization: `Bearer ${presented}` })

/** Every call, on an object that exists and on one that does not. */
const paths: Record<PublicKey, (id?: string) => string> = {
  'GET /api/v1/token': () => '/token',
  'GET /api/v1/applications': () => '/applications',
  'GET /api/v1/applications/{id}': (id = client.applicationId) => `/applications/${id}`,
  'GET /api/v1/documents/{id}/content': (id = documentId) => `/documents/${id}/content`,
  'GET /api/v1/events': () => '/events',
}

describe.each(Object.keys(publicApi) as PublicKey[])('%s answers as described', (key) => {
  const { scope } = publicApi[key]
  const path = paths[key]

  test('with what it has', async () => {
    const answer = await get(path(), await bearer())
    expect([answer.status, differences(key, answer)]).toEqual([200, []])
    if (Array.isArray(answer.body)) expect(answer.body.length).toBeGreaterThan(0)
  })

  test('to a request that is not valid', async () => {
    const answer = await get(`${path()}?access_token=x`, await bearer())
    expect([answer.status, differences(key, answer)]).toEqual([400, []])
    const unknown = await get(`${path('nonsense')}?nonsense=1&limit=0`, await bearer())
    expect(differences(key, unknown)).toEqual([])
  })

  test('to a token that is not valid, and one without the scope', async () => {
    const answer = await get(path(), 'obt_nonsense')
    expect([answer.status, differences(key, answer)]).toEqual([401, []])
    const without = await get(path(), await bearer({ scopes: ALL.filter((one) => one !== scope) }))
    expect([without.status, differences(key, without)]).toEqual([scope === null ? 200 : 403, []])
  })

  test('for what is missing', async () => {
    const answer = await get(path(MISSING), await bearer())
    expect([answer.status, differences(key, answer)]).toEqual([key.includes('{id}') ? 404 : 200, []])
  })

  test('beyond the limit', async () => {
    const answer = await get(path(), exhausted)
    expect([answer.status, differences(key, answer)]).toEqual([429, []])
  })
})

/** Concurrent requests of programs to one server (docs/decisions/0042). */
const CAPACITY = 1000
const TOO_MANY = 5

test('beyond the capacity of a server: as described, before any work, and only for as long as it lasts', async () => {
  const token = await bearer()
  await inOwnTransaction(server.context.database.pool, async (holder) => {
    // Each request looks its token up.
    await holder.query('lock table api_tokens in access exclusive mode')
    const rejected: HttpAnswer[] = []
    const asked = Array.from({ length: CAPACITY + TOO_MANY }, async () => {
      const answer = await get('/token', token)
      if (answer.status === 503) rejected.push(answer)
    })
    await vi.waitFor(() => expect(rejected).toHaveLength(TOO_MANY), 50_000)
    for (const answer of rejected)
      expect([answer.headers.get('retry-after'), differences('GET /api/v1/token', answer)]).toEqual(['2', []])
    // People have a capacity of their own.
    expect((await server.visit().get('/api/branding')).status).toBe(200)
    await holder.query('rollback')
    await Promise.all(asked)
    expect(rejected).toHaveLength(TOO_MANY)
  })
  expect((await get('/token', await bearer())).status).toBe(200)
}, 90_000)

test('an undescribed status, type or field is found', async () => {
  const answer = await get('/token', await bearer())
  const body = answer.body as object
  expect(differences('GET /api/v1/token', { ...answer, status: 418 })).not.toEqual([])
  expect(differences('GET /api/v1/token', { ...answer, headers: new Headers() })).not.toEqual([])
  expect(differences('GET /api/v1/token', { ...answer, body: { ...body, extra: 1 } })).not.toEqual([])
  expect(differences('GET /api/v1/token', { ...answer, body: { ...body, expiresAt: 'soon' } })).not.toEqual(
    [],
  )
})

test('the description of a submission says that it needs the confirmations, and where they are set', () => {
  const site = whole() as unknown as {
    paths: Record<string, Record<string, { summary: string; requestBody?: unknown }>>
    components: { schemas: Record<string, unknown> }
  }
  expect(site.paths['/api/application/submit']?.['post']?.summary).toMatch(
    /`confirmations`, which `PUT \/api\/application`/u,
  )
  expect(JSON.stringify(site.paths['/api/application']?.['put']?.requestBody)).toContain(
    'SetApplicationRequest',
  )
  expect(JSON.stringify(site.components.schemas['SetApplicationRequest'])).toContain('"confirmations"')
})
