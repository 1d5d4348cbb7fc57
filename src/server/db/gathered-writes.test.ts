import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { gatherWrites, type GatheredWrites } from './gathered-writes.ts'

let database: TestDatabase
let pool: pg.Pool
let writes: GatheredWrites

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  pool = new pg.Pool({ connectionString: database.url, max: 10 })
  pool.on('error', () => undefined)
  await pool.query(
    'create table jottings (name text primary key check (name <> $$wrong$$), writer text, times int default 1)',
  )
  writes = gatherWrites(pool)
})
afterEach(async () => {
  await pool.query('drop table jottings')
  await pool.end()
})

/** Who wrote is a transaction: those that share one have the same writer. */
const note = (name: string) =>
  writes.query({
    name: 'note',
    text: `insert into jottings (name, writer) values ($1, pg_current_xact_id()::text)
      on conflict (name) do update set times = jottings.times + 1, writer = excluded.writer`,
    values: [name],
  })
const touch = (name: string) =>
  writes.query({
    name: 'touch',
    text: 'update jottings set times = times + 1 where name = $1',
    values: [name],
  })

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function noted(): Promise<{ names: string[]; writers: number }> {
  const { rows } = await pool.query<{ name: string; writer: string }>(
    'select name, writer from jottings order by name',
  )
  return { names: rows.map(({ name }) => name), writers: new Set(rows.map(({ writer }) => writer)).size }
}

test('writes of the same moment share a transaction, and each hears what became of its own', async () => {
  await note('a')
  const counts = await Promise.all(['nobody', 'a', 'a'].map(touch))
  expect(counts.map(({ rowCount }) => rowCount)).toEqual([0, 1, 1])
  await Promise.all(['b', 'c', 'd', 'e'].map(note))
  expect(await noted()).toEqual({ names: ['a', 'b', 'c', 'd', 'e'], writers: 2 })
})

test('what comes while others are under way waits for them, and goes out in one piece', async () => {
  const slow = () => writes.query({ name: 'slow', text: 'select pg_sleep(0.05)', values: [] })
  const others = [slow(), slow()]
  await nextTurn()
  const later: Promise<unknown>[] = []
  for (const name of ['a', 'b', 'c']) {
    await new Promise((resolve) => setTimeout(resolve, 2))
    later.push(note(name))
  }
  await Promise.all([...others, ...later])
  expect((await noted()).names).toEqual(['a', 'b', 'c'])
})

test('values of every kind arrive as they do by themselves', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z')
  const values = [
    at,
    ['a', 'b"c', '{}', 'd\\e'],
    { json: [1, 'two'] },
    Buffer.from([0, 1, 255]),
    null,
    7,
    true,
  ]
  await pool.query(
    'create table kinds (at timestamptz, list text[], json jsonb, bytes bytea, nothing text, number int, truth boolean)',
  )
  const text = 'insert into kinds values ($1, $2, $3, $4, $5, $6, $7)'
  await Promise.all([1, 2].map(() => writes.query({ name: 'kinds', text, values })))
  await pool.query(text, values)
  const { rows } = await pool.query('select distinct * from kinds')
  await pool.query('drop table kinds')
  expect(rows).toEqual([
    { at, list: values[1], json: values[2], bytes: values[3], nothing: null, number: 7, truth: true },
  ])
})

test('one that fails takes nobody with it', async () => {
  const told = await Promise.allSettled(['a', 'wrong', 'b'].map(note))
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await noted()).names).toEqual(['a', 'b'])
  await Promise.all(['c', 'd'].map(note))
  expect((await noted()).names).toEqual(['a', 'b', 'c', 'd'])
})

test('one whose row somebody holds waits for it alone', async () => {
  await Promise.all(['held', 'free'].map(note))
  await inOwnTransaction(pool, async (holder) => {
    await holder.query(`update jottings set times = 100 where name = 'held'`)
    const told: string[] = []
    const waiting = touch('held').then(() => told.push('held'))
    await touch('free').then(() => told.push('free'))
    await Promise.all(['later', 'last'].map(note))
    expect(told).toEqual(['free'])
    await holder.query('commit')
    await waiting
  })
  const { rows } = await pool.query(`select times from jottings where name = 'held'`)
  expect(rows).toEqual([{ times: 101 }])
})

test('nobody waits long for those before, whatever they wait for', async () => {
  const stuck: Promise<unknown>[] = []
  for (let each = 0; each < 2; each += 1) {
    stuck.push(writes.query({ name: 'stuck', text: 'select pg_sleep(2)', values: [] }))
    await nextTurn()
  }
  const begun = performance.now()
  await Promise.all(['a', 'b'].map(note))
  expect(performance.now() - begun).toBeLessThan(1_000)
  await Promise.all(stuck)
})

test('what takes longer than the database allows is not tried for as long again', async () => {
  const hurried = new pg.Pool({ connectionString: database.url, statement_timeout: 1_500 })
  const slow = { name: 'slow', text: 'select pg_sleep(5)', values: [] }
  const begun = performance.now()
  const told = await Promise.allSettled([slow, slow].map(gatherWrites(hurried).query))
  const tookMs = performance.now() - begun
  await hurried.end()
  expect(told).toMatchObject([1, 2].map(() => ({ status: 'rejected', reason: { code: '57014' } })))
  expect(tookMs).toBeLessThan(2_900)
})

test('a connection that breaks tells all of them, and leaves nothing behind', async () => {
  const text = `insert into jottings (name, writer) select $1, pg_terminate_backend(pg_backend_pid())::text where $1 = 'last'
    union all select $1, 'stayed' where $1 <> 'last'`
  const told = await Promise.allSettled(
    ['a', 'b', 'last'].map((name) => writes.query({ name: 'breaking', text, values: [name] })),
  )
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect((await noted()).names).toEqual([])
  await Promise.all(['c', 'd'].map(note))
  expect((await noted()).names).toEqual(['c', 'd'])
})
