import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/* Frequent client requests must not fill the log, and no change may be missing. */

let server: TestServer
let now = new Date('2026-11-20T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.close())

const rowsOf = async (userId: string, action: string) =>
  (
    await server.context.database.pool.query<{ details: { fields?: string[] } }>(
      'select details from audit_events where actor_id = $1 and action = $2',
      [userId, action],
    )
  ).rows

test('a document that is read again and again is recorded once a minute', async () => {
  const client = await makeClient(server.context)
  const document = await makeDocument(server.context, {
    kind: 'payslip',
    ownerId: client.id,
    applicationId: client.applicationId,
  })
  const session = await server.as(client.username)
  const read = async () => expect((await session.get(`/objects/uploads/${document.id}`)).status).toBe(200)
  for (let times = 0; times < 5; times += 1) await read()
  expect(await rowsOf(client.id, 'document.read')).toHaveLength(1)
  now = new Date(now.getTime() + 61_000)
  await read()
  expect(await rowsOf(client.id, 'document.read')).toHaveLength(2)
})

test('saves in a burst are recorded together, with every changed field', async () => {
  const client = await makeClient(server.context)
  const session = await server.as(client.username)
  for (let times = 0; times < 30; times += 1) {
    const body = times % 2 === 0 ? { city: `City ${times}` } : { addressLine2: `Unit ${times}` }
    expect((await session.put('/api/application', body)).status).toBe(200)
  }
  expect(await rowsOf(client.id, 'application.saved')).toHaveLength(20)
  const { rows } = await server.context.database.pool.query<{ saves: number; fields: string[] }>(
    'select saves, fields from draft_stretches where application_id = $1',
    [client.applicationId],
  )
  expect(rows).toEqual([{ saves: 10, fields: ['addressLine2', 'city'] }])
})
