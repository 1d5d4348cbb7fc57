import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { foldText } from '#base/rules/input/fold-text.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { isSpelledLike } from '#test/support/spellings.ts'

let server: TestServer
let admin: HttpSession

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

async function listed(search: string): Promise<string[]> {
  const answer = await admin.get(`/api/admin/applications?limit=50&search=${encodeURIComponent(search)}`)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return (answer.body as ListedApplication[]).map(({ id }) => id)
}

async function found(text: string): Promise<string[]> {
  // Searches by number are limited by the hour, so each has its own user.
  const { username } = await makeUser(server.context, { role: 'admin' })
  const answer = await (await server.as(username)).post('/api/staff/find', { text })
  return (answer.body as { applications: { id: string }[] }).applications.map(({ id }) => id)
}

test('a client who saved any spelling of a number or a name is found by any other', async () => {
  const client = await makeClient(server.context)
  const session = await server.as(client.username)
  const spelled = fc.record({
    mobileNumber: isSpelledLike('mobileNumber', '+27825550134'),
    idNumber: isSpelledLike('idNumber', '8001015009087'),
    fullName: isSpelledLike('fullName', 'Anne-Marie Dlamini'),
  })
  await fc.assert(
    fc.asyncProperty(spelled, spelled, async (saved, asked) => {
      expect((await session.put('/api/application', saved)).status).toBe(200)
      expect(await listed(asked.mobileNumber)).toEqual([client.applicationId])
      expect(await listed(asked.fullName)).toEqual([client.applicationId])
      expect(await found(asked.idNumber)).toEqual([client.applicationId])
    }),
    { numRuns: 12 },
  )
})

test.each([
  ['O’Brien', ["O'Brien", 'OBrien', 'o’brien']],
  ['Łukasz Ødegård-Strauß', ['lukasz', 'Odegard', 'odegard strauss', 'ØDEGÅRDSTRAUSS', 'łukasz']],
  ['Þóra Æbelø Đorđević', ['thora', 'aebelo', 'dordevic', 'Đorđević']],
])('%s is found by every spelling', async (fullName, searches) => {
  const { applicationId } = await makeClient(server.context, { fullName })
  for (const search of searches) expect([search, await listed(search)]).toEqual([search, [applicationId]])
})

test('the database normalises every letter as the domain does', async () => {
  const texts: string[] = []
  // Latin and its extensions, with combining accents, dashes and quotation marks.
  for (const [from, to] of [
    [0x20, 0x24f],
    [0x250, 0x2bf],
    [0x300, 0x36f],
    [0x1e00, 0x1eff],
    [0x2010, 0x2027],
  ] as const)
    for (let point = from; point <= to; point += 1) texts.push(`a${String.fromCodePoint(point)}z`)
  const { rows } = await server.context.database.pool.query<{ text: string; folded: string }>(
    'select text, fold_text(text) as folded from unnest($1::text[]) as text',
    [texts],
  )
  expect(rows.filter(({ text, folded }) => folded !== foldText(text))).toEqual([])
})
