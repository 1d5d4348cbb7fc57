import { eq, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function summaryOf(id: string) {
  const { db } = server.context.database
  const [row] = await db.select().from(applicationSummaries).where(eq(applicationSummaries.applicationId, id))
  return row
}

describe('the summary of an application', () => {
  test('exists from the start, and matches the application', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    const client = await makeClient(server.context, { wealthManagerId: manager.id, fullName: 'Zoë Nkosi' })
    expect(await summaryOf(client.applicationId)).toMatchObject({
      userId: client.id,
      wealthManagerId: manager.id,
      status: 'draft',
      currentStep: 'personal',
      submittedAt: null,
      reviewBaseAt: null,
      fullName: 'Zoë Nkosi',
      nameKey: 'zoe nkosi',
      emailAddress: client.username,
      mobileNumber: null,
      netWorth: null,
      searchText: ` zoe nkosi ${client.username}`,
    })
  })

  test('follows the answers, with the net worth to the cent', async () => {
    const answers = {
      fullName: 'Ana Álvarez',
      emailAddress: 'Ana@test.example',
      mobileNumber: '+27821234567',
      assets: { savingsAccounts: 0.1, stocks: 0.2, otherInvestmentsTypes: '5' },
      liabilities: { otherLoans: 1_000_000_000.31 },
    }
    const client = await makeClient(server.context, { application: { answers } })
    expect(await summaryOf(client.applicationId)).toMatchObject({
      nameKey: 'ana alvarez',
      emailAddress: 'Ana@test.example',
      netWorth: '-1000000000.01',
      searchText: ' ana alvarez ana@test.example +27821234567',
    })
  })

  test('follows a changed amount, and the step, and nothing else then', async () => {
    const { db, pool } = server.context.database
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    const client = await makeClient(server.context, {
      wealthManagerId: manager.id,
      application: { answers: { fullName: 'Zoë Nkosi', assets: { vehicles: 0.1 } } },
    })
    const before = await summaryOf(client.applicationId)
    const change = async (answers: SQL, currentStep: string) => {
      await db
        .update(applications)
        .set({ answers, currentStep, updatedAt: new Date() })
        .where(eq(applications.id, client.applicationId))
      return summaryOf(client.applicationId)
    }
    const owing = sql`answers || '{"liabilities": {"otherLoans": 0.3, "otherLoansTypes": "5"}}'`
    const expected = { ...before, netWorth: '-0.20', currentStep: 'documents' }
    expect(await change(owing, 'documents')).toEqual(expected)
    const nothing = sql`answers || '{"assets": {}, "liabilities": {}}'`
    expect(await change(nothing, 'documents')).toEqual({ ...expected, netWorth: null })
    // A trigger before updates would make PostgreSQL recompute generated columns on each one.
    const { rows } = await pool.query(
      `select tgname from pg_trigger where tgrelid = 'application_summaries'::regclass and tgtype & 2 <> 0 and tgtype & 16 <> 0`,
    )
    expect(rows).toEqual([])
  })

  test('has the date of its status, and the day of its last change in South Africa', async () => {
    const { db } = server.context.database
    const client = await makeClient(server.context)
    const mine = eq(applications.id, client.applicationId)
    await db
      .update(applications)
      .set({ status: 'approved', statusChangedAt: new Date('2026-03-01T10:00:00Z') })
      .where(mine)
    await db
      .update(applications)
      .set({ updatedAt: new Date('2026-03-04T22:30:00Z') })
      .where(mine)
    expect(await summaryOf(client.applicationId)).toMatchObject({
      statusChangedAt: new Date('2026-03-01T10:00:00Z'),
      lastActiveOn: '2026-03-05',
    })
  })

  test('is not updated again by a second change on the same day', async () => {
    const { db, pool } = server.context.database
    const client = await makeClient(server.context)
    const save = (updatedAt: Date) =>
      db.update(applications).set({ updatedAt }).where(eq(applications.id, client.applicationId))
    const version = async () => {
      const { rows } = await pool.query<{ version: string }>(
        'select xmin::text as version from application_summaries where application_id = $1',
        [client.applicationId],
      )
      return rows[0]?.version
    }
    await save(new Date('2026-03-05T06:00:00Z'))
    const first = await version()
    await save(new Date('2026-03-05T21:00:00Z'))
    expect(await version()).toBe(first)
    await save(new Date('2026-03-05T22:00:00Z'))
    expect(await version()).not.toBe(first)
  })

  test('is deleted with the application', async () => {
    const client = await makeClient(server.context)
    await server.context.database.db.delete(applications).where(eq(applications.id, client.applicationId))
    expect(await summaryOf(client.applicationId)).toBeUndefined()
  })
})
