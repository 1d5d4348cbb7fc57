import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './postgres.ts'

async function tables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

test('every test database is a migrated copy of its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(one.url).not.toBe(other.url)
  expect(await tables(one.url)).toContain('applications')

  const client = new pg.Client({ connectionString: one.url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('CREATE TABLE only_here ()')
  expect(await tables(other.url)).not.toContain('only_here')

  await one.drop()
  await expect(tables(one.url)).rejects.toThrow('does not exist')
  await other.drop()
})
