import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents } from '#features/access/schema/tables.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test("a name that was copied to another document's row is not shown", async () => {
  const { context } = server
  const { db } = context.database
  const client = await makeClient(context)
  const facts = { kind: 'payslip', ownerId: client.id, applicationId: client.applicationId } as const
  const first = await makeDocument(context, { ...facts, name: 'a.pdf' })
  const second = await makeDocument(context, { ...facts, name: 'b.pdf' })
  const session = await server.as(client.username)
  const before = await session.get('/api/application')
  expect([before.status, before.text.includes('a.pdf')]).toEqual([200, true])
  const [row] = await db.select().from(documents).where(eq(documents.id, first.id))
  if (!row) throw new Error('It was just added.')
  await db.update(documents).set({ encryptedName: row.encryptedName }).where(eq(documents.id, second.id))
  const { status, text } = await session.get('/api/application')
  expect([status, text.includes('a.pdf')]).toEqual([500, false])
})
