import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#domain/api/problem.ts'
import type { Role } from '#domain/users/roles.ts'
import { completeAnswers } from '#server/db/factories/answers.ts'
import { makeClient } from '#server/db/factories/applications.ts'
import { makeDocument } from '#server/db/factories/documents.ts'
import { makeUser } from '#server/db/factories/users.ts'
import { users } from '#server/db/schema.ts'
import { describeApi } from '#server/site/openapi.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { valuesFor, type JsonSchema } from '#test/support/json-schema-values.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** `FUZZ_RUNS=20000 npx vitest run src/server/http/fuzz.test.ts` is the long run. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1000)
const MS_PER_RUN = 120

const callerNames = ['nobody', 'client', 'manager', 'admin', 'system'] as const
const password = 'a quiet harbour wall of many stones'
const ID_NUMBER = '8903125012089'

interface Operation {
  method: string
  path: string
  body: JsonSchema | undefined
}

/** Every call that the API's own document describes, but for those that end the session that is fuzzed. */
function operations(): Operation[] {
  const { paths } = describeApi('fuzzed') as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      body: described.requestBody?.content['application/json'].schema,
    })),
  )
}

interface Described {
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
}

/** Something that is there, so that requests get past "not found"; filled in once it is. */
const present = { application: '', document: '' }

const awkwardIds = fc.oneof(
  fc.uuid(),
  fc.constantFrom<'application' | 'document'>('application', 'document').map((what) => present[what]),
  fc.constantFrom('0', '..', '%00', 'a'.repeat(300), '0198c0de-0000-7000-8000-000000000000'),
)

const queries = [
  '?inline=1',
  '?inline=2',
  '?x=1',
  '?inline=1&inline=1',
  '?%ff',
  '?search=%25_%5C%00%27',
  '?search=a&cursor=AAAA',
  '?cursor=eyJhIjoxfQ',
  '?limit=0',
  '?limit=500&direction=asc',
  '?status=approved&sort=constructor',
]

const requests = fc.constantFrom(...operations()).chain(({ method, path, body }) =>
  fc.record({
    method: fc.constant(method),
    path: awkwardIds.map((id) => path.replace('{id}', encodeURIComponent(id))),
    body: method === 'GET' ? fc.constant(undefined) : fc.option(valuesFor(body ?? {}), { nil: undefined }),
    ifMatch: fc.option(fc.constantFrom('"1"', '"999999999"', '*', 'W/"1"', 'nonsense'), { nil: undefined }),
    query: fc.option(fc.constantFrom(...queries), {
      nil: '',
    }),
    address: fc.ipV4(),
    caller: fc.constantFrom(...callerNames),
  }),
)

/** What must never leave, as text; filled in once it is known. */
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
    nobody: server.visit(),
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
  const said = [answer.text, ...heads].join('\n')
  expect(knownSecrets.filter((secret) => said.includes(secret))).toEqual([])
  // Somebody else's ID number is for those who review applications.
  if (caller !== 'admin') expect(said).not.toContain(ID_NUMBER)
  if (answer.status >= 400) expect(problemSchema.parse(answer.body).detail).not.toBe('')
}

test(
  `${RUNS} requests made from the API's own document: no fault, no stack trace, no secret`,
  async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ method, path, body, ifMatch, query, address, caller }) => {
        const headers = { 'x-forwarded-for': address, ...(ifMatch !== undefined && { 'if-match': ifMatch }) }
        const session = callers[caller]
        const cookies = new Map(session.cookies)
        expectCalm(await session.request(method, path + (query ?? ''), { body, headers }), caller)
        // Signing out or in as somebody else must not end what is fuzzed next.
        for (const [name, value] of cookies) session.cookies.set(name, value)
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * MS_PER_RUN,
)
