import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '#app/server/config/settings.ts'
import { openDatabase, type DatabaseConnection, type Queries } from '#base/server/db/database.ts'
import { auditChain } from '#features/audit/schema.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { readKeyring } from '#base/server/encryption/keyring.ts'
import { runCommandFile } from '#test/support/command.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { record } from '#features/audit/server/record.ts'
import { extendChain } from './extend-chain.ts'
import { oldestUnchainedSeconds } from './unchained.ts'
import { verifyChain } from './verify-chain.ts'

const at = new Date('2026-11-20T10:00:00Z')
const key = randomBytes(32).toString('base64')
const keyring = readKeyring(key)

let testDatabase: TestDatabase
let database: DatabaseConnection
let dataDir: string

const context = () => ({
  database,
  keeper: database,
  keyring,
  settings: readSettings({ DATA_DIR: dataDir }),
  log: createLogger({ level: 'silent' }),
  now: () => new Date(),
})

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, () => undefined)
  dataDir = mkdtempSync(path.join(tmpdir(), 'audit-'))
})

afterEach(async () => {
  await database.close()
  await testDatabase.drop()
  rmSync(dataDir, { recursive: true })
})

async function append(username: string, tx: Queries = database.db, now = at): Promise<void> {
  const work = { tx, actor: null, origin: { ip: '127.0.0.1', userAgent: null }, now }
  await record(work, 'password.reset-requested', null, { username, known: false })
}

/** Runs a statement as the database owner, whom triggers do not stop. */
async function asOwner(statement: ReturnType<typeof sql>): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(statement)
  })
}

/** A copy of a row under another number. */
function copyOf(id: number, as: number): ReturnType<typeof sql> {
  return sql`insert into audit_events (id, at, action, success, details)
    select ${as}::bigint, at, action, success, details from audit_events where id = ${id}`
}

async function appendSome(): Promise<void> {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await append(`${name}@example.com`)
}

describe('an unchanged log', () => {
  test('is valid however it grows', async () => {
    expect(await verifyChain(context())).toMatchObject({ sound: true, rows: 0 })
    await appendSome()
    expect(await extendChain(context())).toBe(5)
    expect(await extendChain(context())).toBe(0)
    await Promise.all(Array.from({ length: 40 }, (_, index) => append(`${index}@example.com`)))
    expect(await extendChain(context())).toBe(40)
    expect(await verifyChain(context())).toMatchObject({ sound: true, rows: 45 })
  })

  test('includes rows that were numbered early and committed late', async () => {
    await inOwnTransaction(database.pool, async (early) => {
      await early.query(
        "insert into audit_events (at, action, success, details) values (now(), 'session.signed-out', true, '{}')",
      )
      await append('late@example.com')
      const extending = extendChain(context())
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await database.db.select().from(auditChain)).toEqual([])
      await early.query('commit')
      expect(await extending).toBe(2)
    })
    expect(await verifyChain(context())).toMatchObject({ sound: true, rows: 2 })
  })

  test('is chained whatever else is open: only a writer of the log can delay it', async () => {
    await inOwnTransaction(database.pool, async (idle) => {
      await idle.query('select pg_current_xact_id()')
      await appendSome()
      expect(await extendChain(context())).toBe(5)
      expect(await oldestUnchainedSeconds(context())).toBe(0)
      await idle.query('rollback')
    })
  })

  test('is chained up to the number that an open writer holds, and later rows count as waiting', async () => {
    await append('first@example.com')
    await inOwnTransaction(database.pool, async (open) => {
      await open.query(
        "insert into audit_events (at, action, success, details) values (now(), 'session.signed-out', true, '{}')",
      )
      await append('after@example.com', database.db, new Date())
      expect(await extendChain(context())).toBe(1)
      const later = { ...context(), now: () => new Date(Date.now() + 4 * 60_000) }
      expect(await oldestUnchainedSeconds(later)).toBeGreaterThan(3 * 60)
      await open.query('rollback')
    })
    expect(await extendChain(context())).toBe(1)
    expect(await database.db.select({ skipped: auditChain.skipped }).from(auditChain)).toEqual([
      { skipped: 0 },
      { skipped: 1 },
    ])
    expect(await verifyChain(context())).toMatchObject({ sound: true, gaps: [{ first: 2, last: 2 }] })
  })

  test('can be extended by two servers at once', async () => {
    await appendSome()
    const added = await Promise.all([extendChain(context()), extendChain(context())])
    expect(added.toSorted()).toEqual([0, 5])
    expect(await verifyChain(context())).toMatchObject({ sound: true, rows: 5 })
  })
})

describe('tampering is located', () => {
  beforeEach(async () => {
    await appendSome()
    await extendChain(context())
  })

  test.each<[string, ReturnType<typeof sql>[], number]>([
    [
      'an edited detail',
      [sql`update audit_events set details = '{"known": true, "username": "c@example.com"}' where id = 3`],
      3,
    ],
    ['an edited time', [sql`update audit_events set at = at + interval '1 ms' where id = 2`], 2],
    ['a removed row', [sql`delete from audit_events where id = 3`], 3],
    [
      'a row removed with its link',
      [sql`delete from audit_events where id = 3`, sql`delete from audit_chain where event_id = 3`],
      4,
    ],
    ['a row that has no link', [sql`delete from audit_chain where event_id = 3`], 3],
    ['a row inserted before the first', [copyOf(2, 0)], 0],
    [
      'two rows that changed places',
      [
        sql`update audit_events set id = 90 where id = 2`,
        sql`update audit_events set id = 2 where id = 4`,
        sql`update audit_events set id = 4 where id = 90`,
      ],
      2,
    ],
    [
      'a tail that was cut off',
      [sql`delete from audit_events where id > 3`, sql`delete from audit_chain where event_id > 3`],
      5,
    ],
    ['a changed count of skipped numbers', [sql`update audit_chain set skipped = 1 where event_id = 4`], 4],
    ['an emptied log', [sql`delete from audit_events`, sql`delete from audit_chain`], 5],
  ])('%s', async (_, statements, eventId) => {
    for (const statement of statements) await asOwner(statement)
    expect(await verifyChain(context())).toMatchObject({ sound: false, eventId })
  })
})

test('the command reports it too, and fails', async () => {
  const verify = async () => {
    const { code, output } = await runCommandFile('src/app/commands/verify-audit.ts', [], {
      DATABASE_URL: testDatabase.applicationUrl,
      DATABASE_OWNER_URL: testDatabase.url,
      DATA_DIR: dataDir,
      ENCRYPTION_KEY: key,
    })
    return { code, output: output.trim() }
  }
  await appendSome()
  await extendChain(context())
  expect(await verify()).toEqual({
    code: 0,
    output: 'The audit log is intact: 5 rows verified, up to number 5.',
  })
  await asOwner(sql`update audit_events set success = false where id = 4`)
  expect(await verify()).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The audit log was tampered with\. .+ is number 4: it was edited/u,
    ) as unknown,
  })
  // It starts two processes.
}, 120_000)

test('a row inserted under a free number is located', async () => {
  await appendSome()
  await asOwner(sql`select nextval('audit_events_id_seq')`)
  await appendSome()
  await extendChain(context())
  expect(await verifyChain(context())).toMatchObject({ sound: true, rows: 10, verifiedUpTo: 11 })
  await asOwner(copyOf(2, 6))
  expect(await verifyChain(context())).toMatchObject({ sound: false, eventId: 6 })
})

test.each(['audit_events', 'audit_chain'])(
  '%s refuses changes even where the application owns it',
  async (table) => {
    await append('a@example.com')
    await extendChain(context())
    const name = sql.identifier(table)
    const column = sql.identifier(table === 'audit_events' ? 'action' : 'key_id')
    const changes = [sql`update ${name} set ${column} = 'x'`, sql`delete from ${name}`, sql`truncate ${name}`]
    for (const change of changes) {
      await expect(database.db.execute(change)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') as unknown },
      })
    }
  },
)
