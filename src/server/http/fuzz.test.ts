import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#domain/api/problem.ts'
import { makeClient } from '#server/db/factories/applications.ts'
import { makeUser } from '#server/db/factories/users.ts'
import { describeApi } from '#server/site/openapi.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { valuesFor, type JsonSchema } from '#test/support/json-schema-values.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** `FUZZ_RUNS=20000 npx vitest run src/server/http/fuzz.test.ts` is the long run. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1000)
const MS_PER_RUN = 60

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

const awkwardIds = fc.oneof(
  fc.uuid(),
  fc.constantFrom('0', '..', '%00', 'a'.repeat(300), '0198c0de-0000-7000-8000-000000000000'),
)

const requests = fc.constantFrom(...operations()).chain(({ method, path, body }) =>
  fc.record({
    method: fc.constant(method),
    path: awkwardIds.map((id) => path.replace('{id}', encodeURIComponent(id))),
    body: method === 'GET' ? fc.constant(undefined) : fc.option(valuesFor(body ?? {}), { nil: undefined }),
    ifMatch: fc.option(fc.constantFrom('"1"', '"999999999"', '*', 'W/"1"', 'nonsense'), { nil: undefined }),
    query: fc.option(fc.constantFrom('?inline=1', '?inline=2', '?x=1', '?inline=1&inline=1', '?%ff'), {
      nil: '',
    }),
    address: fc.ipV4(),
    caller: fc.constantFrom('nobody', 'client', 'manager'),
  }),
)

const SECRETS =
  /\b(?:at (?:async )?[\w.]+ \(|node_modules|\/src\/server|argon2id|select "|insert into|sealed:1:)/u

let server: TestServer
let callers: Record<'nobody' | 'client' | 'manager', HttpSession>

beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  callers = {
    nobody: server.visit(),
    client: await server.as((await makeClient(context)).username),
    manager: await server.as((await makeUser(context, { role: 'wealth_manager' })).username),
  }
})
afterAll(() => server.close())

function expectCalm(answer: HttpAnswer): void {
  expect(answer.status).toBeLessThan(500)
  expect(answer.text).not.toMatch(SECRETS)
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
        expectCalm(await session.request(method, path + (query ?? ''), { body, headers }))
        // Signing out or in as somebody else must not end what is fuzzed next.
        for (const [name, value] of cookies) session.cookies.set(name, value)
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * MS_PER_RUN,
)
