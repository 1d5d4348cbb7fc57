import { request as sendRequest } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#base/rules/api/problem.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import { describeApi } from '#app/server/site/openapi.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { resolved, valuesFor, type JsonSchema } from '#test/support/json-schema-values.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/**
 * A fixed seed keeps runs reproducible; `npm run test:long` uses new ones and more requests. `FUZZ_SEED=` with the
 * printed seed repeats a run.
 */
const { FUZZ_SEED = '58249006', FUZZ_RUNS } = process.env
const SEED = Number(FUZZ_SEED)
/** Each of about a hundred calls is generated about nine times. */
const REQUESTS = Number(FUZZ_RUNS ?? 1000)
/** Each of about ten lists is continued about thirty times. */
const CONTINUATIONS = Number(FUZZ_RUNS ?? 300)
const ADDRESSES = Number(FUZZ_RUNS ?? 300)
const MS_PER_ROUND = 120

const callerNames = ['anonymous', 'client', 'manager', 'admin', 'system'] as const
const password = 'a quiet harbour wall of many stones'
const ID_NUMBER = '8903125012089'

interface Operation {
  method: string
  path: string
  parameters: Parameter[]
  body: JsonSchema | undefined
}

/** All calls of the OpenAPI document, except those that end the fuzzed session. */
function operations(): Operation[] {
  const { paths, components } = describeApi({ firmName: 'Firm', origin: 'https://site.example' }) as {
    paths: Record<string, Record<string, Described>>
    components: { schemas: Record<string, unknown> }
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      parameters: resolved(
        described.parameters?.filter((parameter) => parameter.in === 'query') ?? [],
        components.schemas,
      ),
      body: resolved(described.requestBody?.content['application/json'].schema, components.schemas),
    })),
  )
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  schema: JsonSchema
}

interface Described {
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
}

/** Existing ids, so that requests get past "not found"; filled in at setup. */
const present = { application: '', document: '' }

const awkwardIds = fc.oneof(
  fc.uuid(),
  fc.constantFrom<'application' | 'document'>('application', 'document').map((what) => present[what]),
  fc.constantFrom('0', '..', '%00', 'a'.repeat(300), '0198c0de-0000-7000-8000-000000000000'),
)

const oddQueries = [
  '?x=1',
  '?inline=1&inline=1',
  '?%ff',
  '?cursor=%ff',
  '?search=%25_%5C%00%27',
  '?search=a&cursor=AAAA',
  '?status=approved&sort=constructor',
]

const timestamps = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00+23:59',
    '2026-01-01',
    'infinity',
  ),
)

/** Parts of list cursors: orders, directions, timestamps, names, amounts, numbers, ids. */
const cursorParts = fc.oneof(
  fc.constantFrom('createdAt', 'fullName', 'status', 'submittedAt', 'netWorth', 'onboardedAt', 'asc', 'desc'),
  timestamps,
  fc.uuid(),
  fc.integer(),
  fc.constantFrom(0, Number.MAX_SAFE_INTEGER, '12.50', '-99999999999999.99', null, '', '\u0000', '\ud800'),
)

const packed = (cursor: fc.Arbitrary<unknown>) =>
  cursor.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'))

/** Valid and nearly valid cursors. */
const cursors = fc.oneof(
  packed(fc.tuple(timestamps, fc.oneof(fc.uuid(), fc.nat()))),
  packed(
    fc.tuple(
      fc.constantFrom('createdAt', 'submittedAt', 'onboardedAt', 'fullName', 'netWorth'),
      fc.constantFrom('asc', 'desc'),
      fc.tuple(cursorParts),
      fc.uuid(),
    ),
  ),
  packed(
    fc.tuple(
      fc.constant('status'),
      fc.constantFrom('asc', 'desc'),
      fc.tuple(fc.nat(), timestamps),
      fc.uuid(),
    ),
  ),
  packed(fc.array(cursorParts, { maxLength: 5 })),
  fc.uuid(),
  fc.nat().map(String),
  {
    weight: 3,
    arbitrary: fc.constantFrom('x', '\u0000', '-'.repeat(36), 'AAAA', 'eyJhIjoxfQ', 'botha@test.example'),
  },
)

function valueOf({ name, schema }: Parameter): fc.Arbitrary<string> {
  if (name === 'cursor') return cursors
  if (schema.format === 'date-time') return timestamps
  if (name === 'limit') return fc.constantFrom('1', '2', '100', '0', '1e9', '-1')
  return valuesFor(schema).map(String)
}

/** The described query parameters, each sometimes present. */
function queriesOf(parameters: readonly Parameter[], requiredKeys: string[] = []): fc.Arbitrary<string> {
  const named = parameters.map((parameter) => [parameter.name, valueOf(parameter)] as const)
  return fc
    .record(Object.fromEntries(named), { requiredKeys })
    .map((values) => `?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, value]))}`)
}

function oddOrNot(queries: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: queries },
    { weight: 1, arbitrary: fc.constantFrom('', ...oddQueries) },
  )
}

/** List requests with generated cursors. */
const continuations = fc
  .constantFrom(...operations().filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor')))
  .chain(({ path, parameters }) =>
    fc.record({
      path: awkwardIds.map((id) => path.replaceAll(/\{\w+\}/gu, encodeURIComponent(id))),
      query: queriesOf(
        parameters.filter(({ name }) => ['cursor', 'sort', 'direction'].includes(name)),
        ['cursor'],
      ),
    }),
  )

const requests = fc.constantFrom(...operations()).chain(({ method, path, parameters, body }) =>
  fc.record({
    method: fc.constant(method),
    path: awkwardIds.map((id) => path.replaceAll(/\{\w+\}/gu, encodeURIComponent(id))),
    body: method === 'GET' ? fc.constant(undefined) : fc.option(valuesFor(body ?? {}), { nil: undefined }),
    ifMatch: fc.option(fc.constantFrom('"1"', '"999999999"', '*', 'W/"1"', 'nonsense'), { nil: undefined }),
    query: oddOrNot(queriesOf(parameters)),
    idempotencyKey: fc.option(fc.constantFrom('a', '"b"', '"', '', ' ', 'x'.repeat(256), 'ü'), {
      nil: undefined,
    }),
    address: fc.ipV4(),
    caller: fc.constantFrom(...callerNames),
  }),
)

/** Secrets that must not be in a response; filled in at setup. */
let knownSecrets: string[] = []

const PATTERNS =
  /\b(?:at (?:async )?[\w.]+ \(|node_modules|\/src\/server|argon2id|select "|insert into|sealed:1:)/u

let server: TestServer
let callers: Record<(typeof callerNames)[number], HttpSession>

beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  const as = async (role: Role) => server.as((await makeUser(context, { role, password })).username)
  const manager = await makeUser(context, { role: 'wealth_manager', password })
  const client = await makeClient(context, {
    wealthManagerId: manager.id,
    application: { answers: completeAnswers('client@test.example', { idNumber: ID_NUMBER }) },
  })
  const ofClient = { applicationId: client.applicationId, ownerId: client.id }
  const document = await makeDocument(context, { ...ofClient, kind: 'payslip' })
  Object.assign(present, { application: client.applicationId, document: document.id })
  callers = {
    anonymous: server.visit(),
    client: await server.as((await makeClient(context)).username),
    manager: await as('wealth_manager'),
    admin: await as('admin'),
    system: await as('system_administrator'),
  }
  const hashes = await context.database.db.select({ hash: users.passwordHash }).from(users)
  knownSecrets = [
    password,
    ...hashes.flatMap(({ hash }) => hash ?? []),
    ...Object.values(callers).flatMap((session) => [...session.cookies.values()]),
    context.settings.encryptionKeys ?? 'no key',
    document.objectKey,
    context.settings.dataDir,
  ]
})
afterAll(() => server.close())

function expectCalm(answer: HttpAnswer, caller: (typeof callerNames)[number]): void {
  expect(answer.status).toBeLessThan(500)
  expect(answer.text).not.toMatch(PATTERNS)
  const heads = [...answer.headers].filter(([name]) => name !== 'set-cookie').map(([, value]) => value)
  const received = [answer.text, ...heads].join('\n')
  expect(knownSecrets.filter((secret) => received.includes(secret))).toEqual([])
  // Reviewers may see other users' ID numbers.
  if (caller !== 'admin') expect(received).not.toContain(ID_NUMBER)
  if (answer.status >= 400) expect(problemSchema.parse(answer.body).detail).not.toBe('')
}

test(
  `${REQUESTS} requests generated from the OpenAPI document, seed ${SEED}: no fault, no stack trace, no secret`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        requests,
        async ({ method, path, body, ifMatch, idempotencyKey, query, address, caller }) => {
          const headers = {
            'x-forwarded-for': address,
            ...(ifMatch !== undefined && { 'if-match': ifMatch }),
            ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          }
          const session = callers[caller]
          const cookies = new Map(session.cookies)
          expectCalm(await session.request(method, path + query, { body, headers }), caller)
          // Signing out or in as another user must not end the fuzzed sessions.
          for (const [name, value] of cookies) session.cookies.set(name, value)
        },
      ),
      { numRuns: REQUESTS, seed: SEED },
    )
  },
  REQUESTS * MS_PER_ROUND,
)

test(
  `${CONTINUATIONS} list requests with generated cursors, seed ${SEED}: no fault, no stack trace, no secret`,
  async () => {
    const readers = ['manager', 'admin', 'system'] as const
    await fc.assert(
      fc.asyncProperty(continuations, fc.constantFrom(...readers), async ({ path, query }, reader) => {
        expectCalm(await callers[reader].get(path + query), reader)
      }),
      { numRuns: CONTINUATIONS, seed: SEED },
    )
  },
  CONTINUATIONS * MS_PER_ROUND,
)

/** Real path prefixes, and unusual path segments. */
const segments = fc.oneof(
  fc.constantFrom('api', 'docs', 'static', 'assets', 'objects', 'uploads', 'fais-documents', 'openapi.json'),
  fc.constantFrom(
    '..',
    '.',
    '',
    '%2e%2e',
    '%2E.',
    '..%2f',
    '%5c..',
    '%00',
    '%ff',
    '%',
    '.env',
    'package.json',
  ),
  fc.constantFrom(
    'index.html',
    'index.html%00',
    'swagger-ui.css',
    'a'.repeat(2000),
    '*',
    ';',
    '@',
    '%f0%9f%92%a9',
  ),
)
const paths = fc
  .tuple(
    fc.constantFrom('', '/api', '/api/docs', '/api/docs/static', '/assets', '/objects/uploads'),
    fc.array(segments, { maxLength: 5 }),
  )
  .map(([cursor, parts]) => [cursor, ...parts].join('/') || '/')

test(
  `${ADDRESSES} generated paths, seed ${SEED}: no fault, no stack trace`,
  async () => {
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'), async (path, method) => {
        const { status, text } = await ask(method, path)
        expect({ method, path, status, isFault: status >= 500 }).toMatchObject({ isFault: false })
        if (status >= 400) expect(text).not.toMatch(PATTERNS)
      }),
      { numRuns: ADDRESSES, seed: SEED },
    )
  },
  ADDRESSES * MS_PER_ROUND,
)

/** Sends a path unchanged: `fetch` would normalise it. */
function ask(method: string, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const sent = sendRequest(
      { hostname, port, method, path, headers: { origin: server.url } },
      (response) => {
        readText(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject)
      },
    )
    sent.on('error', reject).end()
  })
}
