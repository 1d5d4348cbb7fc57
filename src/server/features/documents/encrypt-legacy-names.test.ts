import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#domain/api/application.ts'
import { makeClient } from '#server/app/demo/factories/applications.ts'
import { makeDocument } from '#server/app/demo/factories/documents.ts'
import { documents } from '#server/platform/db/schema.ts'
import { isEncrypted } from '#server/platform/encryption/text-cipher.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { encryptLegacyNames } from './encrypt-legacy-names.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A client with file names that an earlier version stored as plaintext. */
async function earlierClient(names: readonly string[]) {
  const { context } = server
  const client = await makeClient(context)
  for (const name of names) {
    const facts = { kind: 'payslip', ownerId: client.id, applicationId: client.applicationId } as const
    const { id } = await makeDocument(context, facts)
    await context.database.db.update(documents).set({ encryptedName: name }).where(eq(documents.id, id))
  }
  const session = await server.as(client.username)
  const read = () => session.get('/api/application')
  return {
    read,
    shown: async () => ((await read()).body as Application).payslipUploads.map(({ name }) => name),
    stored: async () => {
      const { db } = context.database
      const rows = await db.select().from(documents).where(eq(documents.ownerId, client.id))
      return rows.map(({ encryptedName }) => encryptedName)
    },
  }
}

test('names of an earlier version are readable before and after encryption, and are encrypted once', async () => {
  const names = ['8001015009087 March.pdf', 'sealed:1:0a1b2c3d:April.pdf', 'May.pdf']
  const client = await earlierClient(names)
  expect(await client.shown()).toEqual(names)
  expect(await encryptLegacyNames(server.context)).toBe(names.length)
  const stored = await client.stored()
  expect(stored.filter(isEncrypted)).toHaveLength(names.length)
  expect(await client.shown()).toEqual(names)
  expect(await encryptLegacyNames(server.context)).toBe(0)
  expect(await client.stored()).toEqual(stored)
})

test('two servers at once encrypt each name once, over several batches', async () => {
  const { context } = server
  const client = await earlierClient(['first.pdf'])
  await context.database.pool.query(
    `insert into documents
       (id, application_id, owner_id, kind, name, content_type, bytes, sha256, object_key, uploaded_at)
     select gen_random_uuid(), application_id, owner_id, kind, 'statement ' || n, content_type, bytes, sha256, 'documents/' || n, uploaded_at
       from documents, generate_series(1, 500) as n where name = 'first.pdf'`,
  )
  const encrypted = await Promise.all([encryptLegacyNames(context), encryptLegacyNames(context)])
  // Each run skips rows that another one has locked, so a further run finishes them.
  const rest = await encryptLegacyNames(context)
  expect(encrypted.reduce((sum, count) => sum + count, rest)).toBe(501)
  expect((await client.stored()).every(isEncrypted)).toBe(true)
  expect(new Set(await client.shown()).size).toBe(501)
})

test("a name that was copied to another document's row is not shown", async () => {
  const client = await earlierClient(['a.pdf', 'b.pdf'])
  await encryptLegacyNames(server.context)
  const [first, second] = await client.stored()
  if (first === undefined || second === undefined) throw new Error('There are two names.')
  await server.context.database.db
    .update(documents)
    .set({ encryptedName: first })
    .where(eq(documents.encryptedName, second))
  const { status, text } = await client.read()
  expect([status, text.includes('a.pdf')]).toEqual([500, false])
})
