import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unattachedObjects } from '#features/documents/schema/uploads.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { countRows } from './count-rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const add = (first: number, last: number) =>
  server.context.database.pool.query(
    `insert into unattached_objects (key, created_at)
     select 'key ' || number, now() from generate_series($1::int, $2::int) number`,
    [first, last],
  )

test('small numbers are exact, and large ones are counted again after five seconds', async () => {
  const { db } = server.context.database
  const all = () => countRows(db, unattachedObjects)
  await add(1, 9_999)
  expect(await all()).toBe(9_999)
  await add(10_000, 10_000)
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    expect(await all()).toBe(10_000)
    await add(10_001, 10_001)
    expect(await all()).toBe(10_000)
    expect(await countRows(db, unattachedObjects, eq(unattachedObjects.key, 'key 7'))).toBe(1)
    vi.advanceTimersByTime(5_001)
    expect(await all()).toBe(10_001)
  } finally {
    vi.useRealTimers()
  }
})
