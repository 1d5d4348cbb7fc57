import type pg from 'pg'
import { eq, getTableColumns } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { makeClient } from '#server/demo/factories/applications.ts'
import { makeUser } from '#server/demo/factories/users.ts'
import { openDatabase, withoutTrace, type DatabaseConnection, type Statements } from '#server/db/database.ts'
import { applicationSummaries as summaries } from '#server/db/review-schema.ts'
import { users } from '#server/db/schema.ts'
import { listApplications } from '#server/desk/list.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { KeptPages } from './kept-pages.ts'
import type { AnsweredPage } from './page-statement.ts'

/** What is kept of pages is what PostgreSQL would have said: nobody reads what is no longer so. */
let server: TestServer
/** A server beside the first, which keeps what it has written itself. */
let beside: DatabaseConnection
let managerId: string
let applicationId: string

beforeAll(async () => {
  server = await startTestServer()
  beside = openDatabase(server.context.settings.databaseUrl ?? '', () => undefined)
  managerId = (await makeUser(server.context, { role: 'wealth_manager' })).id
  for (const fullName of ['Zoë Nkosi', null, 'Ana Botha']) {
    const made = await makeClient(server.context, { fullName, wealthManagerId: managerId })
    applicationId = made.applicationId
  }
})
afterAll(async () => {
  await beside.close()
  await server.close()
})

afterEach(() => vi.useRealTimers())

const request = { sort: 'createdAt', direction: 'desc', limit: 2 } as const
const scope = { managerId: null, now: new Date() }

/** A page, and whether PostgreSQL wrote its rows for it. */
async function read(database: DatabaseConnection) {
  const answers: pg.QueryResult<AnsweredPage>[] = []
  const query = database.pool.query.bind(database.pool) as Statements['query']
  Object.assign(database.pool, {
    async query(statement: pg.QueryConfig) {
      const answer = await query<AnsweredPage>(statement)
      answers.push(answer)
      return answer
    },
  })
  const page = await listApplications({ database }, scope, request).finally(() =>
    Object.assign(database.pool, { query }),
  )
  return { ...page, text: page.rows.bytes.toString(), isWritten: answers.at(-1)?.rows[0]?.rows !== null }
}

/** Asks until the page is kept: from the second time on it has a mark, and from the third nothing is written that is the same. */
async function readUntilKept(database: DatabaseConnection) {
  await read(database)
  await read(database)
  const page = await read(database)
  expect(page.isWritten).toBe(false)
  return page
}

/** The same of a server that has kept nothing. */
async function readAfresh() {
  const fresh = openDatabase(server.context.settings.databaseUrl ?? '', () => undefined)
  try {
    return await read(fresh)
  } finally {
    await fresh.close()
  }
}

test('a page that is asked for again and is as it was is not written again, and is the same to the byte', async () => {
  const pages = []
  for (let time = 0; time < 3; time += 1) pages.push(await read(server.context.database))
  expect(pages.map(({ isWritten }) => isWritten)).toEqual([true, true, false])
  const { text, nextCursor, total } = await readAfresh()
  for (const page of pages) expect(page).toMatchObject({ text, nextCursor, total })
})

/** Another value for a column of each type. */
const others: Record<string, unknown> = {
  PgText: 'another',
  PgTimestamp: new Date('2027-03-04T05:06:07.089Z'),
  PgDateString: '2027-03-04',
  PgNumeric: '1234.50',
  PgBoolean: true,
  PgUUID: '0198c0de-0000-7000-8000-000000000000',
}
/** What PostgreSQL makes of others, what another table holds it to, and what no list shows. */
const left = new Set([
  'applicationId',
  'statusOrder',
  'queueOrder',
  'queueSince',
  'searchText',
  'nameKey',
  'reviewBaseAt',
])
const changes = Object.entries(getTableColumns(summaries)).flatMap(([name, { columnType }]) =>
  left.has(name) ? [] : [[name, name === 'status' ? 'onboarded' : others[columnType]] as const],
)

test.each(changes)('whatever changes of a row is in the next page: %s', async (name, value) => {
  const { db } = server.context.database
  await readUntilKept(server.context.database)
  await readUntilKept(beside)
  const isOne = eq(summaries.applicationId, applicationId)
  const [before] = await db.select().from(summaries).where(isOne)
  await db
    .update(summaries)
    .set({ [name]: value })
    .where(isOne)
  const { text } = await readAfresh()
  for (const database of [server.context.database, beside]) expect((await read(database)).text).toBe(text)
  await db
    .update(summaries)
    .set({ [name]: before?.[name as keyof typeof before] })
    .where(isOne)
  expect((await read(server.context.database)).text).toBe((await readAfresh()).text)
})

const namesIn = ({ text }: { text: string }) =>
  (JSON.parse(text) as ListedApplication[]).map(({ wealthManagerName }) => wealthManagerName)

test('a manager who is called otherwise is so at once, at every server', async () => {
  const { db } = server.context.database
  for (const change of [{ fullName: 'Nomsa Dube' }, { fullName: null, username: 'dube@test.example' }]) {
    await readUntilKept(server.context.database)
    await readUntilKept(beside)
    await db.update(users).set(change).where(eq(users.id, managerId))
    const name = change.fullName ?? change.username
    expect(namesIn(await read(server.context.database))).toEqual([name, name])
    expect(namesIn(await read(beside))).toEqual([name, name])
  }
})

test('so is one who is no manager any more, and still named as one', async () => {
  const { db } = server.context.database
  await db.update(users).set({ role: 'client' }).where(eq(users.id, managerId))
  await readUntilKept(server.context.database)
  await db.update(users).set({ fullName: 'Nomsa Xaba' }).where(eq(users.id, managerId))
  expect(namesIn(await read(server.context.database))).toEqual(['Nomsa Xaba', 'Nomsa Xaba'])
  await db.update(users).set({ role: 'wealth_manager' }).where(eq(users.id, managerId))
})

test('what is done without a trace is in no page afterwards, and in its own', async () => {
  const { database } = server.context
  const before = await readUntilKept(database)
  await withoutTrace(database, async (rehearsed) => {
    await rehearsed.db.update(users).set({ fullName: 'Nobody' }).where(eq(users.id, managerId))
    expect(namesIn(await readUntilKept(rehearsed))).toEqual(['Nobody', 'Nobody'])
    await rehearsed.db.update(users).set({ fullName: 'Somebody' }).where(eq(users.id, managerId))
    expect(namesIn(await read(rehearsed))).toEqual(['Somebody', 'Somebody'])
  })
  expect((await read(database)).text).toBe(before.text)
})

test('the total is counted anew with each page', async () => {
  const { total } = await readUntilKept(server.context.database)
  // Behind what the page shows: its rows stay as they are.
  await makeClient(server.context, {
    wealthManagerId: managerId,
    application: { createdAt: new Date('2020-01-01T00:00:00Z') },
  })
  const next = await read(server.context.database)
  expect([next.isWritten, next.total]).toEqual([false, (total ?? 0) + 1])
})

test('a list without rows is answered as one', async () => {
  const nobodys = { ...scope, managerId: '0198c0de-0000-7000-8000-000000000000' }
  for (let time = 0; time < 2; time += 1) {
    const { rows, nextCursor } = await listApplications(server.context, nobodys, request)
    expect([rows.read(), nextCursor]).toEqual([[], null])
  }
})

test('keeps so many bytes and no more: what was asked for longest ago goes first', () => {
  const pages = new KeptPages(34)
  const keep = (asked: string, length: number) =>
    pages.keep(asked, { mark: '', page: { found: 0, json: Buffer.alloc(length), last: null } })
  const kept = (asked: string) => asked.split('').filter((one) => pages.find(one) !== undefined)
  keep('a', 10)
  keep('b', 10)
  keep('c', 10)
  expect(pages.isAskedAgain('a')).toBe(true)
  keep('d', 10)
  expect(kept('abcd')).toEqual(['a', 'c', 'd'])
  keep('a', 5)
  keep('e', 5)
  expect(kept('acde')).toEqual(['a', 'c', 'd', 'e'])
  keep('f', 35)
  expect(kept('acdef')).toEqual([])
  expect(pages.isAskedAgain('a')).toBe(false)
})

test('forgets what nobody has asked for in two minutes', () => {
  vi.useFakeTimers()
  const pages = new KeptPages()
  const page = { mark: '', page: { found: 0, json: Buffer.alloc(10), last: null } }
  pages.keep('a', page)
  pages.keep('b', page)
  vi.advanceTimersByTime(110_000)
  expect(pages.isAskedAgain('b')).toBe(true)
  vi.advanceTimersByTime(50_000)
  expect(pages.find('a')).toBeUndefined()
  expect(pages.find('b')).toBe(page)
  vi.advanceTimersByTime(200_000)
  expect(pages.isAskedAgain('b')).toBe(false)
})
