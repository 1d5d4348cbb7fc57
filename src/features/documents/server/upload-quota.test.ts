import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { WIDEST_LIMIT_BYTES } from '#features/applications/rules/documents/kinds.ts'
import { requestAddress, send } from '#test/support/uploads.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Asks for many addresses at once. @returns how often each status was answered, and how many were given */
async function ask(times: number, announced: { size?: number }) {
  const client = await makeClient(server.context)
  const session = await server.as(client.username)
  const answers = await Promise.all(
    Array.from({ length: times }, () => session.post('/api/objects/upload', announced)),
  )
  const statuses = Object.groupBy(answers, ({ status }) => status)
  const given = await server.context.database.db.$count(uploads, eq(uploads.userId, client.id))
  return {
    given,
    answers: Object.fromEntries(Object.entries(statuses).map(([status, all = []]) => [status, all.length])),
  }
}

test('of 400 simultaneous requests for addresses, no more are granted than one after another', async () => {
  expect(await ask(400, { size: 1000 })).toEqual({ given: 60, answers: { 200: 60, 429: 340 } })
})

test('the quota of unregistered uploads is 100 MB per user, also for simultaneous ones', async () => {
  const client = await makeClient(server.context)
  const session = await server.as(client.username)
  const addresses: string[] = []
  for (let count = 0; count < 14; count += 1) addresses.push(await requestAddress(session))
  const file = { bytes: Buffer.alloc(WIDEST_LIMIT_BYTES), type: 'application/pdf' } as const
  const answers = await Promise.all(addresses.map((address) => send(session, address, file)))
  const taken = answers.filter(({ status }) => status === 204)
  expect([taken.length, answers.filter(({ status }) => status === 429).length]).toEqual([10, 4])
})
