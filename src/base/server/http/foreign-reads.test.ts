import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { sessions } from '#features/access/schema/tables.ts'
import { rateLimits } from '#base/server/db/throttling-schema.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const reads = (Object.keys(contract) as ContractKey[]).filter(
  (key) => key.startsWith('GET ') && contract[key].access !== 'anyone',
)
const pathOf = (key: string) => key.slice('GET '.length).replaceAll(/\{\w+\}/gu, 'any')

/** Everything that a read could change. */
async function effects() {
  const { db } = server.context.database
  return {
    counters: await db.select().from(rateLimits),
    events: await db.$count(auditEvents),
    seen: await db.select({ at: sessions.lastSeenAt }).from(sessions),
  }
}

test('links, windows and pictures of other sites have no effect, whatever they read', async () => {
  const before = await effects()
  for (const key of reads) {
    for (const site of ['cross-site', 'same-site']) {
      const answer = await admin.get(pathOf(key), { 'sec-fetch-site': site, 'sec-fetch-dest': 'document' })
      expect([key, answer.status]).toEqual([key, 403])
    }
  }
  expect(await effects()).toEqual(before)
})

test('our own pages, addresses that a user types, and programs read as before', async () => {
  for (const site of ['same-origin', 'none'])
    expect((await admin.get('/api/user', { 'sec-fetch-site': site })).status).toBe(200)
  expect((await admin.get('/api/user')).status).toBe(200)
})
