import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timeLimits } from '#base/server/db/time-limits.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import type { HttpAnswer } from '#test/support/http.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Ten concurrent and 200 queued requests (docs/decisions/0042). */
const SHARE = 210
const TOO_MANY = 5
/** Concurrent requests of one server (docs/decisions/0042). */
const CAPACITY = 1000
/** Time limit until all requests have arrived, in milliseconds. */
const IN_TIME = 50_000

let server: TestServer
beforeAll(async () => {
  // All requests have to arrive at once, however long it takes.
  server = await startTestServer({ limits: timeLimits.jobs })
})
afterAll(() => server.close())

test('a user with too many requests is rejected, and no other user waits for them', async () => {
  const { context } = server
  const client = await makeClient(context)
  const busy = await server.as(client.username)
  const other = await server.as((await makeClient(context)).username)
  const save = () => busy.put('/api/application', { city: 'Durban' })
  await inOwnTransaction(context.database.pool, async (holder) => {
    // The requests wait while their row is locked.
    await holder.query('select from applications where user_id = $1 for update', [client.id])
    const refused: number[] = []
    const asked = Array.from({ length: SHARE + TOO_MANY }, async () => {
      const answer = await save()
      if (answer.status !== 429) return
      refused.push(answer.status)
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.body).toMatchObject({ code: 'throttled' })
    })
    await vi.waitFor(() => expect(refused).toHaveLength(TOO_MANY), IN_TIME)
    expect((await other.put('/api/application', { city: 'Durban' })).status).toBe(200)
    await holder.query('rollback')
    await Promise.all(asked)
    expect(refused).toHaveLength(TOO_MANY)
    expect((await save()).status).toBe(200)
  })
}, 90_000)

test('a server accepts what it can process in time and rejects the rest at once, and stays healthy', async () => {
  const { context } = server
  const client = await server.as((await makeClient(context)).username)
  await inOwnTransaction(context.database.pool, async (holder) => {
    // The session lookup comes first.
    await holder.query('lock table sessions in access exclusive mode')
    const turnedAway: HttpAnswer[] = []
    const asked = Array.from({ length: CAPACITY + TOO_MANY }, async () => {
      const answer = await client.get('/api/user')
      if (answer.text.includes('The service is busy')) turnedAway.push(answer)
    })
    await vi.waitFor(() => expect(turnedAway).toHaveLength(TOO_MANY), IN_TIME)
    const [one] = turnedAway
    expect([one?.status, one?.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await client.get('/healthz')).status).toBe(200)
    await holder.query('rollback')
    await Promise.all(asked)
    expect(turnedAway).toHaveLength(TOO_MANY)
    expect((await client.get('/api/user')).status).toBe(200)
  })
}, 90_000)
