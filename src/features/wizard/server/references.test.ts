import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { applicationSchema } from '#features/applications/api/application.ts'
import { listedApplicationSchema } from '#features/review/api/staff-applications.ts'
import { formatReference, referenceIn } from '#base/rules/identifiers/reference.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { HttpSession } from '#test/support/http.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const CLIENTS = 60

let server: TestServer
let clients: MadeClient[]
let admin: HttpSession
let manager: HttpSession
let managerId: string
beforeAll(async () => {
  server = await startTestServer()
  const made = await makeUser(server.context, { role: 'wealth_manager' })
  managerId = made.id
  manager = await server.as(made.username)
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  clients = []
  for (let count = 0; count < CLIENTS; count += 1) {
    clients.push(await makeClient(server.context, count === 0 ? { wealthManagerId: managerId } : {}))
  }
})
afterAll(() => server.close())

const stored = async () => {
  const rows = await server.context.database.db
    .select({ id: applications.id, reference: applications.reference })
    .from(applications)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

const referenceOf = async ({ applicationId }: MadeClient) =>
  formatReference('PPW', (await stored()).get(applicationId) ?? '')

async function found(session: HttpSession, path: string, search: string) {
  const answer = await session.get(`${path}?search=${encodeURIComponent(search)}`)
  expect(answer.status).toBe(200)
  return z
    .array(listedApplicationSchema)
    .parse(answer.body)
    .map(({ id }) => id)
}

describe('a reference', () => {
  test('is assigned to every application, unique and readable', async () => {
    const references = [...(await stored()).values()]
    expect(new Set(references).size).toBe(references.length)
    for (const reference of references) {
      expect(referenceIn(formatReference('PPW', reference))).toBe(reference)
    }
  })

  test('is the same for its client', async () => {
    const [client] = clients
    if (client === undefined) throw new Error('no client was made')
    const answer = await (await server.as(client.username)).get('/api/application')
    expect(applicationSchema.parse(answer.body).reference).toBe(await referenceOf(client))
  })

  test('is unique in the database', async () => {
    const { db } = server.context.database
    const [first, second] = [...(await stored()).entries()]
    const taken = db
      .update(applications)
      .set({ reference: first?.[1] ?? '' })
      .where(eq(applications.id, second?.[0] ?? ''))
    await expect(taken).rejects.toMatchObject({ cause: { constraint: 'applications_reference_id' } })
  })

  test('finds its application with an index, since rows are wide', async () => {
    const { rows } = await server.context.database.pool.query<{ definition: string }>(
      `select pg_get_indexdef('applications_reference_id'::regclass) as definition`,
    )
    expect(rows[0]?.definition).toMatch(/UNIQUE.*\(reference\) INCLUDE \(id\)$/u)
  })

  test('is generated again on a collision, within one statement too', async () => {
    await inOwnTransaction(server.context.database.pool, async (transaction) => {
      const { rowCount } = await transaction.query('update applications set reference = new_reference()')
      expect(rowCount).toBeGreaterThanOrEqual(CLIENTS)
    })
  })
})

describe('staff with a reference', () => {
  test('find the application, however they type it', async () => {
    const client = clients[1]
    if (client === undefined) throw new Error('no client was made')
    const reference = await referenceOf(client)
    const typed = [reference, reference.toLowerCase(), reference.slice(4), reference.replaceAll('-', ' ')]
    for (const search of typed) {
      expect(await found(admin, '/api/admin/applications', search)).toEqual([client.applicationId])
    }
  })

  test("find nothing of other managers' clients", async () => {
    const [own, other] = clients
    if (own === undefined || other === undefined) throw new Error('no client was made')
    const path = '/api/wealth-manager/applications'
    expect(await found(manager, path, await referenceOf(own))).toEqual([own.applicationId])
    expect(await found(manager, path, await referenceOf(other))).toEqual([])
  })

  test('find it within a filter, and nothing outside of it', async () => {
    const client = clients[1]
    if (client === undefined) throw new Error('no client was made')
    const answer = await admin.get(
      `/api/admin/applications?status=onboarded&search=${await referenceOf(client)}`,
    )
    expect([answer.status, answer.body]).toEqual([200, []])
  })
})
