import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeFigureEndpoints } from '#features/review/api/time-figures.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { timeFigures } from './time-figures.ts'

/** In the middle of a month, so that "this month" is the same in UTC and South Africa. */
const NOW = new Date('2026-12-31T10:00:00Z')

let server: TestServer
let admin: HttpSession
let manager: HttpSession
let managerId: string
beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  const own = await makeUser(context, { role: 'wealth_manager', fullName: 'Nomsa Figures' })
  managerId = own.id
  manager = await server.as(own.username)
  // Submitted on the Thursday before Christmas; the answer was due on Wednesday the 30th, and came then.
  await decided({
    created: '2026-12-14T08:00:00Z',
    submitted: '2026-12-24T08:00:00Z',
    at: '2026-12-30T12:00:00Z',
  })
  await decided({
    created: '2026-12-22T08:00:00Z',
    submitted: '2026-12-24T08:00:00Z',
    at: '2026-12-28T12:00:00Z',
  })
  await decided({
    created: '2026-11-01T08:00:00Z',
    submitted: '2026-11-03T20:00:00Z',
    at: '2026-11-03T21:00:00Z',
  })
  // Another manager's, on-boarded after 40 days, and rejected first.
  const other = await makeUser(context, { role: 'wealth_manager', fullName: 'Other Figures' })
  const { applicationId } = await makeClient(context, {
    wealthManagerId: other.id,
    application: {
      status: 'onboarded',
      createdAt: new Date('2026-09-01T08:00:00Z'),
      submittedAt: new Date('2026-09-07T08:00:00Z'),
      onboardedAt: new Date('2026-10-11T08:00:00Z'),
    },
  })
  await recordDecision(applicationId, 'rejected', '2026-09-08T08:00:00Z')
  await recordDecision(applicationId, 'approved', '2026-09-25T08:00:00Z')
  // Before the months shown.
  await decided({
    created: '2025-10-01T08:00:00Z',
    submitted: '2025-11-03T08:00:00Z',
    at: '2025-11-04T08:00:00Z',
  })
  await makeDraft('personal', '2026-12-29T08:00:00Z')
  await makeDraft('personal', '2026-12-21T08:00:00Z')
  await makeDraft('documents', '2026-12-01T08:00:00Z')
})
afterAll(() => server.close())

async function decided({ created, submitted, at }: { created: string; submitted: string; at: string }) {
  const { applicationId } = await makeClient(server.context, {
    wealthManagerId: managerId,
    application: { status: 'approved', createdAt: new Date(created), submittedAt: new Date(submitted) },
  })
  await recordDecision(applicationId, 'approved', at)
}

async function recordDecision(objectId: string, to: 'approved' | 'rejected', at: string): Promise<void> {
  await server.context.database.db.insert(auditEvents).values({
    at: new Date(at),
    action: 'application.status-changed',
    success: true,
    objectId,
    details: { action: 'approve', from: 'under_review', to },
  })
}

async function makeDraft(currentStep: string, at: string): Promise<void> {
  await makeClient(server.context, {
    wealthManagerId: managerId,
    application: { status: 'draft', currentStep, createdAt: new Date(at) },
  })
}

const read = (whose: string | null) => timeFigures(server.context.database.pool, whose, NOW)
const nothing = { count: 0, median: null, ninetieth: null }

test('the time to a decision is in business days, the others in calendar days', async () => {
  const { since, all, months } = await read(managerId)
  expect([since, months.map(({ month }) => month).slice(0, 3), months.length]).toEqual([
    '2026-01-01',
    ['2026-12', '2026-11', '2026-10'],
    12,
  ])
  // Ten days and two; three business days (28, 29, 30 December) and one; on the same day none.
  expect(months[0]).toEqual({
    month: '2026-12',
    submitted: { count: 2, median: 6, ninetieth: 9.2 },
    decided: { count: 2, median: 2, ninetieth: 2.8 },
    onboarded: nothing,
  })
  expect(months[1]?.decided).toEqual({ count: 1, median: 0, ninetieth: 0 })
  expect(months[2]).toMatchObject({ submitted: nothing, decided: nothing })
  expect(all.decided).toEqual({ count: 3, median: 1, ninetieth: 2.6 })
})

test('admins see all managers; the latest decision counts; Heritage Day is no business day', async () => {
  const { managers, all, months } = await read(null)
  expect(managers.map(({ name, decided: { count } }) => [name, count])).toEqual([
    ['Nomsa Figures', 3],
    ['Other Figures', 1],
  ])
  expect(managers[1]).toMatchObject({
    submitted: { count: 1, median: 6 },
    decided: { count: 1, median: 13 },
    onboarded: { count: 1, median: 40 },
  })
  expect([all.decided.count, all.onboarded.count]).toEqual([4, 1])
  expect(months.find(({ month }) => month === '2026-10')?.onboarded.count).toBe(1)
})

test('drafts are counted by step, with how long they have been quiet', async () => {
  expect((await read(managerId)).drafts).toEqual([
    { step: 'personal', quiet: { count: 2, median: 6, ninetieth: 9.2 } },
    { step: 'documents', quiet: { count: 1, median: 30, ninetieth: 30 } },
  ])
})

test("each role has its own call, and a manager sees no one else's figures", async () => {
  const { answer } = timeFigureEndpoints['GET /api/admin/time-figures']
  const ofAll = await admin.get('/api/admin/time-figures')
  expect([ofAll.status, answer.safeParse(ofAll.body).success]).toEqual([200, true])
  const own = await manager.get('/api/wealth-manager/time-figures')
  expect([own.status, answer.parse(own.body).managers, own.text.includes('Other Figures')]).toEqual([
    200,
    [],
    false,
  ])
})

test('figures of a firm without clients are empty', async () => {
  const { id } = await makeUser(server.context, { role: 'wealth_manager' })
  const { all, drafts } = await read(id)
  expect([all, drafts]).toEqual([{ submitted: nothing, decided: nothing, onboarded: nothing }, []])
})
