import { eq, sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient } from '#server/demo/factories/applications.ts'
import { makeUser } from '#server/demo/factories/users.ts'
import { applicationSummaries, applicationTallies } from '#server/db/review-schema.ts'
import { applications, users } from '#server/db/schema.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
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

/** The counts that are not zero, as "scope key". */
async function tallies(): Promise<Record<string, number>> {
  const { db } = server.context.database
  const { scope, key, count } = applicationTallies
  const rows = await db
    .select({ scope, key, count: sql<number>`sum(${count})::int` })
    .from(applicationTallies)
    .groupBy(scope, key)
  return Object.fromEntries(
    rows.filter((row) => row.count !== 0).map((row) => [`${row.scope} ${row.key}`, row.count]),
  )
}

/** What the counts have to be, counted from the applications and the users one by one. */
async function counted(): Promise<Record<string, number>> {
  const { rows } = await server.context.database.db.execute<{ name: string; count: number }>(sql`
    select tally.scope || ' ' || tally.key as name, count(*)::int as count
    from application_summaries summary, lateral tallies_of(summary) tally group by 1
    union all select 'user ' || role || ' ' || status, count(*)::int from users group by 1`)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

describe('the summary of an application', () => {
  test('is there from its beginning, and says what the application says', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    const client = await makeClient(server.context, { wealthManagerId: manager.id, fullName: 'Zoë Nkosi' })
    expect(await summaryOf(client.applicationId)).toMatchObject({
      userId: client.id,
      wealthManagerId: manager.id,
      status: 'draft',
      statusOrder: 1,
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

  test('follows an amount that changes, and the step, and nothing else then', async () => {
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
    // What PostgreSQL generates it would work out for every change, were anything to be done before one.
    const { rows } = await pool.query(
      `select tgname from pg_trigger where tgrelid = 'application_summaries'::regclass and tgtype & 2 <> 0 and tgtype & 16 <> 0`,
    )
    expect(rows).toEqual([])
  })

  test('says since when it has its status, and the day of its last change in South Africa', async () => {
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

  test('is not written anew by a second change on the same day', async () => {
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

  test('goes with the application', async () => {
    const client = await makeClient(server.context)
    await server.context.database.db.delete(applications).where(eq(applications.id, client.applicationId))
    expect(await summaryOf(client.applicationId)).toBeUndefined()
    expect(await tallies()).toEqual(await counted())
  })
})

describe('the counts', () => {
  test('follow status, manager and step', async () => {
    const { db } = server.context.database
    const [one, other] = [
      await makeUser(server.context, { role: 'wealth_manager' }),
      await makeUser(server.context, { role: 'wealth_manager' }),
    ]
    const client = await makeClient(server.context, { wealthManagerId: one.id })
    const mine = eq(applications.id, client.applicationId)
    expect(await tallies()).toMatchObject({ [`manager ${one.id} draft`]: 1 })
    await db.update(users).set({ wealthManagerId: other.id }).where(eq(users.id, client.id))
    await db.update(applications).set({ currentStep: 'assets' }).where(mine)
    await db
      .update(applications)
      .set({ status: 'onboarded', onboardedAt: new Date('2026-03-01T23:00:00Z') })
      .where(mine)
    const after = await tallies()
    expect(after).toMatchObject({ [`manager ${other.id} onboarded`]: 1, 'review base 2026-03-02': 1 })
    expect(after).not.toHaveProperty(`manager ${one.id} draft`)
    expect(after).toEqual(await counted())
  })

  test('are right whatever happens at once, and nobody waits', async () => {
    const { db } = server.context.database
    const clients = await Promise.all(Array.from({ length: 8 }, () => makeClient(server.context)))
    const [first, ...others] = clients.map(({ applicationId }) => eq(applications.id, applicationId))
    await db.transaction(async (holding) => {
      await holding.update(applications).set({ status: 'submitted' }).where(first)
      await Promise.all(
        others.map((which) => db.update(applications).set({ status: 'submitted' }).where(which)),
      )
    })
    expect(await tallies()).toEqual(await counted())
  })

  test('forget what was rolled back', async () => {
    const { db } = server.context.database
    await makeClient(server.context)
    const before = await tallies()
    await expect(
      db.transaction(async (tx) => {
        await tx.update(applications).set({ status: 'cancelled' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await tallies()).toEqual(before)
  })

  test('are right after whatever many at once, in whatever transactions, and hold nothing back', async () => {
    const { pool } = server.context.database
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    for (let count = 0; count < 24; count += 1) await makeClient(server.context)
    const some = 'where get_byte(uuid_send(id), 15) % 3 = $1'
    const statements = [
      `update applications set status = 'submitted', submitted_at = '2026-03-01' ${some}`,
      `update applications set status = 'onboarded', onboarded_at = '2026-04-05' ${some}`,
      `update applications set status = 'draft', current_step = 'assets', wealth_manager_id = '${manager.id}' ${some}`,
      `update applications set wealth_manager_id = null ${some}`,
      `update applications set updated_at = updated_at - interval '3 days' ${some}`,
      `update applications set updated_at = now(), current_step = 'children' ${some}`,
      `insert into correction_rounds (id, application_id, number, state, created_at, asked_at, due_on)
       select gen_random_uuid(), id, 1, 'asked', now(), now(), now()::date from applications
       ${some} and id not in (select application_id from correction_rounds)`,
      `update correction_rounds set state = 'answered', answered_at = now() ${some}`,
      `delete from correction_rounds ${some}`,
      `delete from applications ${some} and get_byte(uuid_send(id), 14) % 9 = 0`,
      `insert into applications (id, user_id, status, version, answers, confirmations, created_at, updated_at,
         status_changed_at)
       select gen_random_uuid(), id, 'draft', 1, '{}', '{}', now(), now(), now() from users
       ${some} and role = 'client' and id not in (select user_id from applications)`,
    ] as const
    const step = fc.record({
      statement: fc.constantFrom(...statements),
      which: fc.nat(2),
      undone: fc.boolean(),
    })
    const transactions = fc.array(
      fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 12 }), kept: fc.boolean() }),
      { maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(transactions, async (all) => {
        for (const { steps, kept } of all) {
          await inOwnTransaction(pool, async (client) => {
            for (const { statement, which, undone } of steps) {
              await client.query('savepoint before')
              await client.query(statement, [which])
              if (undone) await client.query('rollback to before')
            }
            await client.query(kept ? 'commit' : 'rollback')
          })
        }
        expect(await tallies()).toEqual(await counted())
        const { rowCount } = await pool.query('select from application_tally_changes')
        expect(rowCount).toBe(0)
      }),
      { numRuns: 15 },
    )
  })
})
