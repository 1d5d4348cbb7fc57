import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { startJobs } from '#app/server/jobs/jobs.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { roleOf } from './application-role.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const REFUSED = '42501'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { username } = await makeUser(server.context, { password: 'a quiet harbour wall' })
  await server.visit().post('/api/login', { username, password: 'a quiet harbour wall' })
  await extendChain(server.context)
})
afterAll(() => server.close())

/** The result of a statement sent over the server's own connections. */
async function outcomeOf(statement: string): Promise<string> {
  return server.context.database.pool.query(statement).then(
    () => 'done',
    (error: pg.DatabaseError) => error.code ?? error.message,
  )
}

describe.each(['audit_events', 'audit_chain'])('the role of the server cannot change %s', (table) => {
  const key = table === 'audit_events' ? 'id' : 'event_id'

  test.each([
    `update ${table} set ${key} = ${key} + 1000`,
    `update ${table} set ${key} = 1 where false`,
    `delete from ${table}`,
    `truncate ${table}`,
    `insert into ${table} select * from ${table} on conflict (${key}) do update set ${key} = 1000`,
    `alter table ${table} disable trigger all`,
    `drop trigger ${table}_append_only on ${table}`,
    `create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$`,
    `create rule nothing as on insert to ${table} do instead nothing`,
    `alter table ${table} owner to current_user`,
    `drop table ${table}`,
    `grant update on ${table} to current_user`,
    'set session_replication_role = replica',
    "select setval('audit_events_id_seq', 1)",
    'create table public.of_ones_own (id int)',
    'create schema of_ones_own',
    'set role postgres',
  ])('%s', async (statement) => {
    const before = await server.context.database.pool.query(`select * from ${table} order by 1`)
    expect(before.rows).not.toEqual([])
    // Granting a privilege one lacks is a warning without effect.
    expect(await outcomeOf(statement)).toSatisfy((outcome) =>
      statement.startsWith('grant') ? outcome === 'done' || outcome === REFUSED : outcome !== 'done',
    )
    const after = await server.context.database.pool.query(`select * from ${table} order by 1`)
    expect(after.rows).toEqual(before.rows)
  })
})

test.each([
  "insert into audit_chain values (9007199254740991, 'k', 'forged')",
  "insert into audit_checks (scope, checked_at, sound) values ('whole', now(), true)",
  'update audit_checks set sound = true, first_altered = null',
  'delete from audit_checks',
  "insert into audit_tallies values ('events', 0, 0)",
  'update audit_tallies set count = 0',
  'delete from audit_tallies',
  'update audit_chain_progress set settled_at = now()',
  'delete from audit_chain_progress',
])('nor forge audit check results: %s', async (statement) => {
  expect(await outcomeOf(statement)).toBe(REFUSED)
})

test('the rejection is by privilege, not by trigger', async () => {
  expect(await outcomeOf('delete from audit_events where false')).toBe(REFUSED)
  expect(await outcomeOf('update audit_events set success = true where false')).toBe(REFUSED)
})

test('it has what it needs: all other tables are writable, and jobs have their queues', async () => {
  const { rows } = await server.context.database.pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
             and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
      order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    // Only deleted with its application.
    'approvals',
    'audit_chain',
    'audit_chain_progress',
    'audit_checks',
    'audit_events',
    'audit_tallies',
    // Only deleted with its application.
    'check_settlements',
    'contractions',
    'declarations',
    'firm_files',
    'firm_settings',
    'letter_templates',
    'migrations',
    // Only deleted with their application.
    'note_wordings',
    'notes',
    'retention_holds',
    'risk_ratings',
    'verifications',
  ])
  const jobs = await startJobs(server.context)
  await jobs.stop()
})

describe('at a start', () => {
  async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }

  test('servers that start together all succeed', async () => {
    const { url, applicationUrl, drop } = await createTestDatabase()
    onTestFinished(drop)
    await query(url, 'drop schema pgboss cascade')
    await Promise.all(Array.from({ length: 8 }, () => migrate(url, applicationUrl)))
  })

  test('queues of another role are transferred', async () => {
    const { url, applicationUrl, drop } = await createTestDatabase()
    const { context, close } = await startTestServer()
    try {
      await query(url, 'drop schema pgboss cascade; create schema pgboss')
      const asOwner = openDatabase(url, () => undefined)
      await (await startJobs({ ...context, database: asOwner })).stop()
      await asOwner.close()
      await migrate(url, applicationUrl)
      const application = openDatabase(applicationUrl, () => undefined)
      await (await startJobs({ ...context, database: application })).stop()
      await application.close()
      const role = await roleOf(applicationUrl)
      const others = await query(
        url,
        `select relname from pg_class where relnamespace = 'pgboss'::regnamespace and relowner <> '${role}'::regrole`,
      )
      expect(others).toEqual([])
    } finally {
      await close()
      await drop()
    }
  })

  const someName = (kind: string) => `${kind}_${randomBytes(6).toString('hex')}`

  /** Roles outlive their database. */
  const elsewhere = (url: string) => Object.assign(new URL(url), { pathname: '/postgres' }).href

  /** The same database as another role, through the tests' superuser. */
  function as(url: string, role: string): string {
    const changed = new URL(url)
    changed.searchParams.set('options', `-c role=${role}`)
    return changed.href
  }

  test.each([
    ['a superuser', (role: string) => `alter role ${role} superuser`],
    ['the owner of the log', (role: string) => `alter table audit_events owner to ${role}`],
    [
      'a member of the owner',
      (role: string) => `create role ${role}_group; alter table audit_chain owner to ${role}_group;
        grant ${role}_group to ${role}`,
    ],
  ])('a role that is %s is rejected, with the reason', async (_, makeMighty) => {
    const { url, drop } = await createTestDatabase()
    const role = someName('mighty')
    await query(url, `create role ${role}; ${makeMighty(role)}`)
    onTestFinished(async () => {
      await drop()
      await query(elsewhere(url), `drop role ${role}; drop role if exists ${role}_group`)
    })
    await expect(migrate(url, as(url, role))).rejects.toThrow(
      new RegExp(`The role ${role} of DATABASE_URL could change audit_`, 'u'),
    )
  })

  test('an owner without the privilege to grant learns what to grant', async () => {
    const { url, drop } = await createTestDatabase()
    const [owner, role] = [someName('owner'), someName('application')]
    await query(
      url,
      `create role ${owner}; create role ${role};
       do $$ declare one record; begin
         for one in select oid::regclass as name from pg_class
           where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') loop
           execute format('alter table %s owner to ${owner}', one.name);
         end loop;
       end $$;
       alter function erase_retained_records(uuid, date) owner to ${owner};
       alter schema public owner to ${owner}; alter schema pgboss owner to ${owner};
       grant create on database ${new URL(url).pathname.slice(1)} to ${owner}`,
    )
    onTestFinished(async () => {
      await drop()
      await query(elsewhere(url), `drop role ${role}, ${owner}`)
    })
    await expect(migrate(as(url, owner), as(url, role))).rejects.toThrow(`GRANT "${role}" TO "${owner}";`)
    await query(url, `grant ${role} to ${owner}`)
    await migrate(as(url, owner), as(url, role))
    await expect(query(as(url, role), 'delete from audit_events')).rejects.toThrow('permission denied')
  })
})
