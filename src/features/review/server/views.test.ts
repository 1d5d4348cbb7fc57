import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import {
  adminViewNames,
  managerViewNames,
  offeredViews,
  QUIET_DAYS,
  views,
  type View,
  type ViewName,
} from '#features/review/rules/views.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { correctionRounds } from '#features/applications/schema/correction-schema.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { linkTo, type HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const NOW = new Date('2026-11-23T09:00:00Z')

let server: TestServer
let admin: HttpSession
let manager: HttpSession
let own: string

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

/** An application whose status and last change are so many days old. */
async function make(
  name: string,
  status: ApplicationStatus,
  { manager: wealthManagerId, since, quiet, round }: Made,
): Promise<void> {
  const { context } = server
  const client = await makeClient(context, {
    fullName: name,
    wealthManagerId,
    application: { status, createdAt: daysAgo(40) },
  })
  const { db } = context.database
  if (round !== undefined) {
    await db.insert(correctionRounds).values({
      id: crypto.randomUUID(),
      applicationId: client.applicationId,
      number: 1,
      state: round,
      createdAt: daysAgo(20),
      askedAt: daysAgo(20),
      dueOn: '2026-12-01',
      answeredAt: round === 'answered' ? daysAgo(since) : null,
    })
  }
  await db
    .update(applications)
    .set({
      statusChangedAt: daysAgo(since),
      updatedAt: daysAgo(quiet),
      submittedAt: status === 'draft' ? null : daysAgo(since),
    })
    .where(eq(applications.id, client.applicationId))
}

interface Made {
  manager: string | null
  since: number
  quiet: number
  round?: 'asked' | 'answered'
}

beforeAll(async () => {
  server = await startTestServer({ now: () => NOW })
  const { context } = server
  const managers = [
    await makeUser(context, { role: 'wealth_manager' }),
    await makeUser(context, { role: 'wealth_manager' }),
    await makeUser(context, { role: 'wealth_manager' }),
  ] as const
  const [mine, others, gone] = managers.map(({ id }) => id) as [string, string, string]
  own = mine
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  manager = await server.as(managers[0].username)
  await make('Submitted long ago', 'submitted', { manager: mine, since: 9, quiet: 1 })
  await make('Submitted today', 'submitted', { manager: mine, since: 0, quiet: 0 })
  await make('Under review', 'under_review', { manager: others, since: 5, quiet: 5 })
  await make('Asked', 'under_review', { manager: mine, since: 12, quiet: 3, round: 'asked' })
  await make('Asked elsewhere', 'under_review', { manager: others, since: 12, quiet: 6, round: 'asked' })
  await make('Answered', 'under_review', { manager: mine, since: 2, quiet: 2, round: 'answered' })
  await make('Draft of today', 'draft', { manager: mine, since: 30, quiet: 0 })
  await make('Draft almost quiet', 'draft', { manager: mine, since: 30, quiet: QUIET_DAYS - 1 })
  await make('Draft gone quiet', 'draft', { manager: mine, since: 30, quiet: QUIET_DAYS })
  await make('Draft long quiet', 'draft', { manager: others, since: 30, quiet: 30 })
  await make('Approved', 'approved', { manager: mine, since: 3, quiet: 3 })
  await make('Approved before', 'approved', { manager: others, since: 8, quiet: 1 })
  await make('Approved, sent more', 'approved', { manager: mine, since: 1, quiet: 1, round: 'answered' })
  await make('Onboarded', 'onboarded', { manager: mine, since: 30, quiet: 30 })
  await make('Unassigned', 'draft', { manager: null, since: 25, quiet: 20 })
  await make('Manager left', 'submitted', { manager: gone, since: 4, quiet: 4 })
  await make('Cancelled, unassigned', 'cancelled', { manager: null, since: 4, quiet: 4 })
  await context.database.db.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, gone))
})
afterAll(() => server.close())

/** The address of a view. */
function addressOf({ filter, sort, direction }: View): string {
  const asked = Object.entries({ ...filter, sort, direction }).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(asked).toString()
}

async function shown(session: HttpSession, path: string, name: ViewName, limit = 100) {
  const answer = await session.get(`${path}?${addressOf(views[name])}&limit=${limit}`)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return { rows: answer.body as ListedApplication[], total: Number(answer.headers.get('x-total-count')) }
}

const ALL = '/api/admin/applications'
const OWN = '/api/wealth-manager/applications'

test.each([
  ['unassigned', ['Unassigned', 'Manager left']],
  [
    'waitingForUs',
    [
      'Submitted long ago',
      'Under review',
      'Manager left',
      'Answered',
      'Approved, sent more',
      'Submitted today',
    ],
  ],
  ['waitingForClient', ['Asked elsewhere', 'Asked']],
  ['quietDrafts', ['Draft long quiet', 'Unassigned', 'Draft gone quiet']],
  ['approved', ['Approved before', 'Approved', 'Approved, sent more']],
] as const)('admins see %s, the longest wait first', async (name, expected) => {
  const { rows, total } = await shown(admin, ALL, name)
  expect(rows.map(({ fullName }) => fullName)).toEqual(expected)
  expect(total).toBe(expected.length)
})

test.each([
  ['waitingForUs', ['Submitted long ago', 'Answered', 'Approved, sent more', 'Submitted today']],
  ['waitingForClient', ['Asked']],
  ['quietDrafts', ['Draft gone quiet']],
  ['approved', ['Approved', 'Approved, sent more']],
] as const)('a manager sees only their own clients in %s', async (name, expected) => {
  const { rows } = await shown(manager, OWN, name)
  expect(rows.map(({ fullName }) => fullName)).toEqual(expected)
  expect(new Set(rows.map((row) => row.createdByWealthManagerId))).toEqual(new Set([own]))
})

test('the counts match the lists', async () => {
  for (const [session, path, names] of [
    [admin, ALL, offeredViews(adminViewNames, false)],
    [manager, OWN, offeredViews(managerViewNames, false)],
  ] as const) {
    const { body } = await session.get(path.replace(/s$/u, '-views'))
    const counted = await Promise.all(
      names.map(async (name) => [name, (await shown(session, path, name)).rows.length]),
    )
    expect(body).toMatchObject({ counts: Object.fromEntries(counted) })
  }
})

test.each([
  'waitingOn=client',
  'waitingOn=staff',
  'waitingOn=client&status=under_review',
  'waitingOn=client&exceptWaitingOn=staff',
  'waitingOn=staff&exceptWaitingOn=staff',
  'waitingOn=client&quietDays=1',
  'exceptWaitingOn=client',
  'status=submitted&alsoWaitingOn=staff',
  'status=draft&quietDays=3',
])('the total of %s is the number of its rows', async (asked) => {
  for (const [session, path] of [
    [admin, `${ALL}?`],
    [admin, `${ALL}?wealthManager=${own}&`],
    [admin, `${ALL}?wealthManager=none&`],
    [manager, `${OWN}?`],
  ] as const) {
    const answer = await session.get(`${path}limit=100&${asked}`)
    expect(answer.status).toBe(200)
    expect(Number(answer.headers.get('x-total-count'))).toBe((answer.body as ListedApplication[]).length)
  }
})

test('a view is paged in order, with each row once', async () => {
  for (const name of offeredViews(adminViewNames, false)) {
    const { rows } = await shown(admin, ALL, name)
    const found: string[] = []
    for (let next: string | undefined = `${ALL}?${addressOf(views[name])}&limit=1`; next !== undefined;) {
      const answer = await admin.get(next)
      found.push(...(answer.body as ListedApplication[]).map(({ id }) => id))
      next = linkTo('next', answer) ?? undefined
    }
    expect(found).toEqual(rows.map(({ id }) => id))
  }
})

test('searching is limited to the view', async () => {
  const { body } = await admin.get(`${ALL}?${addressOf(views.waitingForUs)}&search=submitted`)
  expect((body as ListedApplication[]).map(({ fullName }) => fullName)).toEqual([
    'Submitted long ago',
    'Submitted today',
  ])
})

test('a row has the date since when it waits for staff, and of its last change', async () => {
  const { rows } = await shown(admin, ALL, 'waitingForUs')
  expect(rows.find(({ fullName }) => fullName === 'Answered')).toMatchObject({
    waitingSince: daysAgo(2).toISOString(),
    lastActiveOn: '2026-11-21',
  })
  const { rows: asked } = await shown(admin, ALL, 'waitingForClient')
  expect(asked.map(({ waitingSince }) => waitingSince)).toEqual([null, null])
})

test('a draft that its client continues is no longer quiet', async () => {
  const { db } = server.context.database
  const { rows } = await shown(manager, OWN, 'quietDrafts')
  const mine = eq(applications.id, rows[0]?.id ?? '')
  const [before] = await db.select({ at: applications.updatedAt }).from(applications).where(mine)
  await db.update(applications).set({ updatedAt: NOW }).where(mine)
  expect((await shown(manager, OWN, 'quietDrafts')).rows).toEqual([])
  const { body } = await admin.get('/api/admin/application-views')
  expect(body).toMatchObject({ counts: { quietDrafts: 2 } })
  await db.update(applications).set({ updatedAt: before?.at }).where(mine)
})
