import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandFile } from '#test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './database.ts'
import { requireSameDatabase } from './require-same-database.ts'

let one: TestDatabase
let other: TestDatabase
let empty: TestDatabase
beforeAll(async () => {
  ;[one, other, empty] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    createTestDatabase({ empty: true }),
  ])
})
afterAll(() => Promise.all([one, other, empty].map((database) => database.drop())))

test('two roles of one database agree, also by different spellings of its address', async () => {
  await requireSameDatabase({ url: one.applicationUrl, ownerUrl: one.url })
  await requireSameDatabase({
    url: one.url,
    ownerUrl: `${one.url}${one.url.includes('?') ? '&' : '?'}application_name=x`,
  })
})

test('two databases with the same schema on one server do not', async () => {
  const names = [one, other].map(({ url }) => new URL(url).pathname.slice(1))
  await expect(requireSameDatabase({ url: one.applicationUrl, ownerUrl: other.url })).rejects.toThrow(
    new RegExp(
      `DATABASE_URL connects to “${names[0]}” at .* \\(schema \\w{8}\\); DATABASE_OWNER_URL connects to “${names[1]}”`,
      'u',
    ),
  )
})

describe('nothing is written where they differ', () => {
  const tablesOf = async ({ url }: TestDatabase) => {
    const database = openDatabase(url, () => undefined)
    try {
      const { rows } = await database.pool.query(
        "select from pg_tables where schemaname in ('public', 'pgboss')",
      )
      return rows.length
    } finally {
      await database.close()
    }
  }

  test('by a start', async () => {
    await expect(migrate(empty.url, one.applicationUrl)).rejects.toThrow('(no schema of this application)')
    expect(await tablesOf(empty)).toBe(0)
  })

  test.each([
    ['verify-audit', []],
    ['create-admin', ['--email', 'first@firm.example']],
    ['backup', ['/nowhere/backup']],
  ])('by %s', async (file, args) => {
    const environment = { DATABASE_URL: one.applicationUrl, DATABASE_OWNER_URL: empty.url }
    const { code, output } = await runCommandFile(`src/app/commands/${file}.ts`, args, environment)
    expect([code, output]).toEqual([1, expect.stringContaining('must name the same database')])
    expect(await tablesOf(empty)).toBe(0)
  })
})
