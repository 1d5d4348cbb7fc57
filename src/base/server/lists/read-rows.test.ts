import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#features/access/schema/tables.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { isoTimestamp, readRows } from './read-rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test.each([
  ['2026-11-30 08:00:00+00', '2026-11-30T08:00:00.000Z'],
  ['2026-11-30 08:00:00.5+00', '2026-11-30T08:00:00.500Z'],
  ['2026-11-30 08:00:00.123456+00', '2026-11-30T08:00:00.123Z'],
  ['2026-11-30 10:00:00.12+02', '2026-11-30T08:00:00.120Z'],
  ['2026-11-30 13:30:00+05:30', '2026-11-30T08:00:00.000Z'],
])('the time %s is %s', (text, iso) => {
  expect(isoTimestamp(text)).toBe(iso)
})

describe('a list', () => {
  const select = () =>
    server.context.database.db
      .select({ id: users.id, name: users.fullName, createdAt: users.createdAt, twice: sql<number>`2` })
      .from(users)
      .where(eq(users.id, sql.placeholder('user')))

  test('has the rows of the builder, with times as texts', async () => {
    const { database } = server.context
    const { id } = await makeUser(server.context, { role: 'admin', fullName: 'Zoë Nkosi' })
    const [expected] = await select().execute({ user: id })
    const read = await readRows(database, undefined, select, { user: id })
    expect(read).toEqual([{ ...expected, createdAt: expected?.createdAt.toISOString() }])
  })

  test('has its numbers in the text, and its other values in their order', async () => {
    const { database } = server.context
    const { id, username } = await makeUser(server.context, { role: 'admin' })
    const build = () =>
      database.db
        .select({ id: users.id, three: sql<number>`${3}::int` })
        .from(users)
        .where(
          and(eq(users.role, 'admin'), eq(users.id, sql.placeholder('user')), eq(users.username, username)),
        )
        .limit(51)
    expect(await readRows(database, 'read-rows.test numbers', build, { user: id })).toEqual([
      { id, three: 3 },
    ])
  })

  test('is built once for a shape, with other values each time', async () => {
    const { database } = server.context
    let built = 0
    const build = () => {
      built += 1
      return select()
    }
    const ids = [
      (await makeUser(server.context, { role: 'admin' })).id,
      (await makeUser(server.context, { role: 'client' })).id,
    ]
    for (const user of ids) {
      const rows = await readRows(database, 'read-rows.test', build, { user })
      expect(rows.map(({ id }) => id)).toEqual([user])
    }
    expect(built).toBe(1)
  })
})
