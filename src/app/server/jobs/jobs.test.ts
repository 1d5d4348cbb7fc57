import { mkdirSync, readdirSync } from 'node:fs'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { outboxFolder } from '#features/mail/server/transports/create-transport.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { jobDefinitions } from './definitions.ts'
import { startJobs } from './jobs.ts'

let server: TestServer
let stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const stop of stops) await stop()
  stops = []
})

async function start() {
  const { stop } = await startJobs(server.context)
  stops.push(stop)
}

async function queue() {
  await inTransaction({ ...systemContext(server.context), now: new Date() }, (work) =>
    queueMail(work, {
      template: 'password-changed',
      recipient: 'client@test.example',
      data: { fullName: null, at: new Date() },
    }),
  )
}

const files = () => {
  const folder = outboxFolder(server.context.settings.dataDir)
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder)
}

const schedules = async () => {
  const found = await server.context.database.pool.query<{ name: string; cron: string; timezone: string }>(
    'select name, cron, timezone from pgboss.schedule order by name',
  )
  return found.rows
}

describe('while the jobs run', () => {
  test('mail is sent within seconds', async () => {
    await start()
    await queue()
    await expect.poll(files).toHaveLength(1)
  })

  test('every definition is scheduled once, by however many servers, and again after a restart', async () => {
    const expected = jobDefinitions
      .map(({ name, cron }) => ({ name, cron, timezone: 'Africa/Johannesburg' }))
      .sort((one, other) => one.name.localeCompare(other.name))
    await Promise.all([start(), start()])
    expect(await schedules()).toEqual(expected)
    await Promise.all(stops.map((stop) => stop()))
    stops = []
    await start()
    expect(await schedules()).toEqual(expected)
  })

  test('a starting server runs jobs that another one left', async () => {
    await start()
    await stops.pop()?.()
    const { pool } = server.context.database
    const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
    await boss.start()
    const id = (await boss.send('sweep-sign-in')) ?? ''
    await boss.stop()
    await pool.query("insert into rate_limits values ('account:someone', 5, 1)")
    await start()
    const left = async () => (await pool.query('select from rate_limits')).rowCount
    await expect.poll(left, { timeout: 10_000 }).toBe(0)
    const state = async () =>
      (await pool.query<{ state: string }>('select state from pgboss.job where id = $1', [id])).rows[0]?.state
    await expect.poll(state, { timeout: 10_000 }).toBe('completed')
  })

  test('a failed job’s queue entry has the error, and no values', async () => {
    await server.asOwner(
      `create function refuse_sweep() returns trigger language plpgsql as
         $$ begin raise exception 'of Thandi Mokoena' using errcode = '22023', detail = 'Thandi Mokoena'; end $$`,
      'create trigger refuse_sweep before delete on rate_limits execute function refuse_sweep()',
      'alter table rate_limits enable always trigger refuse_sweep',
    )
    const { pool } = server.context.database
    const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
    await boss.start()
    await boss.createQueue('sweep-sign-in', { policy: 'short' })
    const id = (await boss.send('sweep-sign-in')) ?? ''
    await boss.stop()
    await start()
    const output = async () =>
      (
        await pool.query<{ output: string }>('select output::text as output from pgboss.job where id = $1', [
          id,
        ])
      ).rows[0]?.output
    await expect.poll(output, { timeout: 10_000 }).toContain('PostgreSQL refused it: 22023')
    expect(await output()).not.toContain('Thandi')
    await server.asOwner('drop trigger refuse_sweep on rate_limits')
  })

  test('each job succeeds with nothing to do', async () => {
    const done = []
    for (const { name, run } of jobDefinitions) {
      await run(server.context)
      done.push(name)
    }
    expect(done).toContain('sweep-sign-in')
  })
})

test('nothing is sent once they are stopped', async () => {
  await start()
  await stops.pop()?.()
  const before = files().length
  await queue()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(files()).toHaveLength(before)
})
