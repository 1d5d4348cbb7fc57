import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'
import { newId } from '#base/server/db/id.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import { addressConfirmations } from '#features/access/schema/sign-in-schema.ts'
import type { HttpSession } from '#test/support/http.ts'
import { insertHit, retainedRecords } from '#test/support/due-diligence-retention.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deleteUnconfirmedAccounts } from './unconfirmed.ts'

const YEAR_MS = 365.25 * 24 * 3_600_000

let server: TestServer
let system: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  system = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
})
afterAll(() => server.close())

const isThere = async (id: string) => (await server.context.database.db.$count(users, eq(users.id, id))) > 0
const draft = () => makeClient(server.context)
const deleteUser = async (id: string) => {
  const { status, body } = await system.delete(`/api/system-admin/users/${id}`)
  return [status, (body as { detail?: string } | undefined)?.detail]
}

test.each(Object.entries(retainedRecords))(
  '%s keeps a draft in every way that deletes one, and no refusal says what it is',
  async (name, insert) => {
    const { context } = server
    const { db } = context.database
    const client = await draft()
    await insert(context, client.applicationId)

    expect(await deleteUser(client.id)).toEqual([409, 'This account can’t be deleted. Compliance can help.'])
    const promoted = await system.patch(`/api/system-admin/users/${client.id}`, { role: 'admin' })
    expect([promoted.status, promoted.body]).toMatchObject([
      409,
      { detail: 'This account’s role can’t be changed. Compliance can help.' },
    ])
    // An unconfirmed registration whose time is over, and its address invited by a manager.
    await db.update(users).set({ passwordHash: 'x', invited: true }).where(eq(users.id, client.id))
    const late = { userId: client.id, tokenHash: Buffer.from(client.id), expiresAt: new Date(0) }
    await db.insert(addressConfirmations).values(late)
    await deleteUnconfirmedAccounts(context)
    const manager = await makeUser(context, { role: 'wealth_manager' })
    const invited = await (
      await server.as(manager.username)
    ).post('/api/send-invitation', {
      email: client.username,
      fullName: 'Thandi Mokoena',
      wealthManagerId: manager.id,
    })
    expect(invited.status).toBe(409)
    expect(await isThere(client.id)).toBe(true)
    // A way that forgets to ask meets the database.
    await expect(db.delete(applications).where(eq(applications.id, client.applicationId))).rejects.toThrow()
    expect(await db.$count(applications, eq(applications.id, client.applicationId))).toBe(1)

    // The end of the retention period erases it, unless a hold is in force: asked of the database too.
    const erased = sql`select erase_retained_records(${client.applicationId}, '2020-06-01')`
    if (name === 'a hold in force') await expect(db.execute(erased)).rejects.toThrow()
    const later = { ...context, now: () => new Date(context.now().getTime() + 6 * YEAR_MS) }
    await eraseEnded(later)
    expect(await isThere(client.id)).toBe(name === 'a hold in force')
  },
)

test.each(['match', 'no-match', 'open'] as const)('a hit (%s) keeps a member of staff', async (state) => {
  const { context } = server
  const { id } = await makeUser(context, { role: 'admin' })
  await insertHit(context, { userId: id }, state)
  expect(await deleteUser(id)).toEqual([409, 'This account can’t be deleted. Compliance can help.'])
  await expect(context.database.db.delete(users).where(eq(users.id, id))).rejects.toThrow()
  expect(await isThere(id)).toBe(true)
})

test('a member of staff who was screened without a hit is deleted', async () => {
  const { id } = await makeUser(server.context, { role: 'admin' })
  const facts = { facts: '', fingerprint: '', documentHashes: [], unreadable: false }
  await server.context.database.db
    .insert(screeningSubjects)
    .values({ id: newId(), userId: id, role: 'staff', ...facts })
  expect([await deleteUser(id), await isThere(id)]).toEqual([[204, undefined], false])
})

test('a client about whom nothing is on record is deleted', async () => {
  const { id } = await draft()
  expect(await deleteUser(id)).toEqual([204, undefined])
  expect(await isThere(id)).toBe(false)
})

describe('a record that is made while the client is deleted', () => {
  test('either keeps the client, or is not made', async () => {
    const { context } = server
    const clients = await Promise.all(Array.from({ length: 12 }, draft))
    const insert = retainedRecords['a hold in force']
    const outcomes = await Promise.all(
      clients.map(async ({ id, applicationId }) => {
        const [deleted, made] = await Promise.allSettled([deleteUser(id), insert?.(context, applicationId)])
        return {
          id,
          isDeleted: deleted.status === 'fulfilled' && deleted.value[0] === 204,
          made: made.status,
        }
      }),
    )
    const left = await context.database.db
      .select({ id: users.id })
      .from(users)
      .where(
        inArray(
          users.id,
          clients.map(({ id }) => id),
        ),
      )
    for (const { id, isDeleted, made } of outcomes) {
      expect(left.some((one) => one.id === id)).toBe(!isDeleted)
      expect([isDeleted, made]).not.toEqual([true, 'fulfilled'])
    }
  })
})
