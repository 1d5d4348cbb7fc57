import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedUser } from '#features/accounts/api/users.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import { linkTo, type HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession

beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['dube', 'botha', 'adams', 'cele', 'evans']) {
    await makeUser(server.context, { role: 'wealth_manager', username: `${name}@test.example` })
  }
  const gone = await makeUser(server.context, { role: 'wealth_manager', username: 'aaron@test.example' })
  await server.context.database.db
    .update(users)
    .set({ deactivatedAt: new Date() })
    .where(eq(users.id, gone.id))
  await makeUser(server.context, { role: 'client' })
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

async function page(path: string) {
  const { status, body, headers } = await admin.get(path)
  expect(status).toBe(200)
  // The contract's response.
  const listed = body as ListedUser[]
  return {
    names: listed.map(({ username }) => username.split('@')[0]),
    next: linkTo('next', { headers }) ?? undefined,
  }
}

test('lists who can be assigned to a client, by name', async () => {
  const { names, next } = await page('/api/admin/users?role=wealth_manager')
  expect(names).toEqual(['adams', 'botha', 'cele', 'dube', 'evans'])
  expect(next).toBeUndefined()
})

test('continues after the previous page', async () => {
  const seen = []
  let path: string | undefined = '/api/admin/users?role=wealth_manager&limit=2'
  while (path !== undefined) {
    const { names, next } = await page(path)
    seen.push(names)
    path = next
  }
  expect(seen).toEqual([['adams', 'botha'], ['cele', 'dube'], ['evans']])
})

test('returns only the fields that the list needs', async () => {
  const { body } = await admin.get('/api/admin/users?limit=1')
  expect(Object.keys((body as object[])[0] ?? {})).toEqual([
    'id',
    'username',
    'role',
    'fullName',
    'hasFaisLetter',
  ])
})
