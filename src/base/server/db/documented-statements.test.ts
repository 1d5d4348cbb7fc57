import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productFile } from '#base/server/product-file.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'

/** The statements of the operations docs are run as they are written there. */
function statementsIn(page: string): string[] {
  const blocks = readFileSync(productFile(`docs/${page}.md`), 'utf8').matchAll(/```sql\n(.*?)```/gsu)
  return [...blocks].flatMap(([, block = '']) =>
    block
      .split(';')
      .map((text) => text.trim())
      .filter(Boolean),
  )
}

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('install.md: the database by hand', async () => {
  const name = `by_hand_${randomBytes(4).toString('hex')}`
  const statements = statementsIn('install').map((text) =>
    text.replaceAll('onboarding', name).replaceAll('…', 'a-password'),
  )
  expect(statements).toHaveLength(4)
  for (const text of statements) await client.query(text)
  const { rows } = await client.query(
    `select pg_get_userbyid(datdba) as owner, pg_has_role(datdba, $2, 'member') as "isMember"
      from pg_database where datname = $1`,
    [name, `${name}_application`],
  )
  expect(rows).toEqual([{ owner: `${name}_owner`, isMember: true }])
  for (const text of [`drop database ${name}`, `drop role ${name}_owner`, `drop role ${name}_application`])
    await client.query(text)
})

test('emergencies.md: who keeps a transaction open that wrote to the audit log', async () => {
  const writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  try {
    await writer.query('begin')
    await writer.query('lock table audit_events in row exclusive mode')
    const [statement = ''] = statementsIn('emergencies')
    const { rows } = await client.query<{ pid: number }>(statement)
    const { rows: own } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid')
    expect(rows.map(({ pid }) => pid)).toEqual(own.map(({ pid }) => pid))
  } finally {
    await writer.end()
  }
})
