import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { HttpSession } from '#test/support/http.ts'
import { playsLongRounds } from '#test/support/long-rounds.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const password = 'a quiet harbour wall'
/** Far beyond each limit, in several concurrent batches. */
const GUESSES = playsLongRounds() ? 1000 : 300
const AT_ONCE = 100

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signIn = (username: string, typed: string, browser: HttpSession) =>
  browser.post('/api/login', { username, password: typed })

/** Makes so many guesses, so many concurrently; counts the responses by status. */
async function guess(one: (index: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let begun = 0; begun < GUESSES; begun += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, index) => one(begun + index))
    for (const { status } of await Promise.all(batch)) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const address = (index: number) => `10.${Math.floor(index / 250)}.7.${(index % 250) + 1}`

/** A user who signed in from their own browser before. */
async function ownerWithBrowser(from: string) {
  const { username } = await makeUser(server.context, { password })
  const own = server.visit(from)
  expect((await signIn(username, password, own)).status).toBe(200)
  await own.post('/api/logout')
  return { username, own }
}

test(`of ${GUESSES} addresses that guess at one account, five guesses reach the password, and its owner gets in`, async () => {
  const { username, own } = await ownerWithBrowser('192.0.2.10')
  const statuses = await guess((index) => signIn(username, `guess ${index}`, server.visit(address(index))))
  expect(statuses).toEqual({ 401: 5, 429: GUESSES - 5 })
  expect((await signIn(username, password, own)).status).toBe(200)
}, 240_000)

test(`of one address that guesses at ${GUESSES} accounts, twenty guesses do, and every owner elsewhere gets in`, async () => {
  const { username, own } = await ownerWithBrowser('192.0.2.11')
  const fresh = await makeUser(server.context, { password })
  const statuses = await guess((index) => {
    return signIn(
      index === 0 ? fresh.username : `someone${index}@test.example`,
      `guess ${index}`,
      server.visit('198.51.100.9'),
    )
  })
  expect(statuses).toEqual({ 401: 20, 429: GUESSES - 20 })
  expect((await signIn(username, password, own)).status).toBe(200)
  expect((await signIn(fresh.username, password, server.visit('192.0.2.12'))).status).toBe(200)
}, 240_000)

test('of one address that guesses at one account, five are checked, whatever addresses it sends along', async () => {
  const { username, own } = await ownerWithBrowser('192.0.2.13')
  const statuses = await guess((index) =>
    signIn(username, `guess ${index}`, server.visit(`203.0.113.${index % 250}, 198.51.100.10`)),
  )
  expect(statuses).toEqual({ 401: 5, 429: GUESSES - 5 })
  const [recorded] = await server.context.database.db
    .select({ count: count() })
    .from(auditEvents)
    .where(eq(auditEvents.ip, '198.51.100.10'))
  // Five guesses, fifteen above the limit, and the block of the address: not a row for each.
  expect(recorded?.count).toBeLessThanOrEqual(21)
  expect((await signIn(username, password, own)).status).toBe(200)
}, 240_000)
