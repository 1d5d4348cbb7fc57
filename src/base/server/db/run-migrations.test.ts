import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { migrate } from './migrate.ts'
import { SCHEMA, offlineStatements, type Migration } from './migrations.ts'
import { runMigrations } from './run-migrations.ts'

let database: TestDatabase
let owner: pg.Client
const others: pg.Client[] = []

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  // Dropping the database closes connections that a test left open.
  client.on('error', () => undefined)
  await client.connect()
  others.push(client)
  return client
}

beforeEach(async () => {
  database = await createTestDatabase()
  owner = await connect()
})

afterEach(async () => {
  await Promise.all(others.splice(0).map((client) => client.end()))
  await database.drop()
})

/** A migration after all existing ones. */
function stepOf(kind: Migration['kind'], statements: string[], after = 1): Migration {
  return { madeAt: SCHEMA + after, hash: `step ${after}`, kind, statements }
}

const columnsOf = async (table: string) => {
  const { rows } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1`,
    [table],
  )
  return rows.map(({ name }) => name)
}

async function timesTaken({ madeAt }: Migration): Promise<number> {
  const { rowCount } = await owner.query('select from migrations where created_at = $1', [madeAt])
  return rowCount ?? 0
}

const ADD = 'alter table applications add column tried integer'

describe('an expansion', () => {
  test('waits only seconds for a lock, lets others pass, and tries again', async () => {
    const holder = await connect()
    await holder.query('begin; lock table applications in access share mode')
    const step = stepOf('expand', [ADD])
    const taking = runMigrations(owner, [step])
    await wait(500)
    const client = await connect()
    const begun = performance.now()
    // It would queue behind the migration while the holder works.
    await client.query('select from applications')
    expect(performance.now() - begun).toBeLessThan(10_000)
    await holder.query('commit')
    await taking
    expect(await columnsOf('applications')).toContain('tried')
    expect(await timesTaken(step)).toBe(1)
  }, 60_000)

  test('is rolled back completely on failure, and so are earlier statements', async () => {
    const steps = [
      stepOf('expand', [ADD]),
      stepOf('expand', ['alter table users add column tried integer', 'select 1 / 0'], 2),
    ]
    await expect(runMigrations(owner, steps)).rejects.toThrow('division by zero')
    expect(await columnsOf('applications')).toContain('tried')
    expect(await columnsOf('users')).not.toContain('tried')
  })
})

describe('a concurrent index migration', () => {
  const step = stepOf('concurrent', [
    'create index concurrently tried_one on users (created_at)',
    'create index concurrently tried_two on applications (created_at)',
  ])

  const indexes = async () => {
    const { rows } = await owner.query<{ name: string; isValid: boolean }>(
      `select indexrelid::regclass::text as name, indisvalid as "isValid" from pg_index
        where indexrelid::regclass::text like 'tried%' order by 1`,
    )
    return rows
  }
  const BOTH = [
    { name: 'tried_one', isValid: true },
    { name: 'tried_two', isValid: true },
  ]

  test('runs once if servers start together', async () => {
    const servers = await Promise.all([connect(), connect(), connect()])
    await Promise.all(servers.map((server) => runMigrations(server, [step])))
    expect(await indexes()).toEqual(BOTH)
    expect(await timesTaken(step)).toBe(1)
  })

  test('continues after an interruption', async () => {
    await owner.query("insert into migrations (hash, created_at) values ('another', 1)")
    const unfinished = 'create unique index concurrently tried_one on migrations ((hash is null))'
    await expect(runMigrations(owner, [{ ...step, statements: [unfinished] }])).rejects.toThrow('unique')
    expect(await indexes()).toEqual([{ name: 'tried_one', isValid: false }])
    await runMigrations(owner, [step])
    expect(await indexes()).toEqual(BOTH)
  })

  test('runs in one transaction when offline', () => {
    expect(offlineStatements(step)).toEqual([
      'create index  tried_one on users (created_at)',
      'create index  tried_two on applications (created_at)',
    ])
  })
})

describe('a contraction', () => {
  const step = stepOf('contract', ['alter table applications drop column outgrown'])
  beforeEach(() => owner.query('alter table applications add column outgrown integer'))

  const node = (schema: number, minutesAgo: number, left = false) =>
    owner.query(
      `insert into nodes (id, name, version, schema, key_ids, seals_with, started_at, seen_at, left_at)
       values (gen_random_uuid(), 'other', '1', $1, '{}', '', now(), now() - make_interval(mins => $2), $3)`,
      [schema, minutesAgo, left ? new Date() : null],
    )

  test.each([
    ['a server of an older version lives', SCHEMA, 0, false],
    ['one has lived within the hour', SCHEMA, 59, false],
    ['one has just been stopped', SCHEMA, 0, true],
  ])('waits while %s, and runs an hour later', async (_, schema, minutesAgo, left) => {
    await node(schema, minutesAgo, left)
    await runMigrations(owner, [step])
    expect(await columnsOf('applications')).toContain('outgrown')
    await owner.query(`update nodes set seen_at = now() - interval '61 minutes'`)
    await runMigrations(owner, [step])
    expect(await columnsOf('applications')).not.toContain('outgrown')
  })

  test('does not wait for servers that know it, nor delay later migrations', async () => {
    await node(step.madeAt, 0)
    await runMigrations(owner, [step])
    expect(await columnsOf('applications')).not.toContain('outgrown')
    await node(SCHEMA, 0)
    const later = [
      stepOf('contract', ['alter table users drop column full_name cascade'], 2),
      stepOf('expand', ['alter table users add column tried integer'], 3),
    ]
    await runMigrations(owner, later)
    expect(await columnsOf('users')).toEqual(expect.arrayContaining(['full_name', 'tried']))
  })

  test('keeps older servers from starting, with a message', async () => {
    await runMigrations(owner, [step])
    await expect(migrate(database.url)).rejects.toThrow(
      /^The database belongs to a newer version of the application than this one .* Start the newer version/u,
    )
  })
})

test('a database from before 1.0.0 is rejected, with what to do', async () => {
  await owner.query('update migrations set created_at = 1')
  await expect(migrate(database.url)).rejects.toThrow('created by a version before 1.0.0')
})
