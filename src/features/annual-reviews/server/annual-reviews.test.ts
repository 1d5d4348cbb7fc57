import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { annualReviewSchema } from '#features/annual-reviews/api.ts'
import { REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { annualReviews } from '#features/annual-reviews/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { linkTo } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const start = new Date('2026-11-20T08:00:00Z').getTime()

const byName = (one: { name?: string }, other: { name?: string }) =>
  (one.name ?? '').localeCompare(other.name ?? '')

let server: TestServer
let now = start
let admin: { id: string; username: string }

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
  admin = await makeUser(server.context, { role: 'admin', fullName: 'Busi Admin' })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = start
  const { db } = server.context.database
  await db.delete(mailOutbox)
  await db.delete(applications)
})

/** The clock moves beyond the duration of a session, so each call signs in again. */
const call = async (method: string, path: string, body?: unknown) =>
  (await server.as(admin.username)).request(method, `/api/admin/${path}`, { body })

function onboarded(
  monthsAgo: number,
  { ms = 0, fullName = 'Thandiwe Nkosi', wealthManagerId = undefined as string | undefined } = {},
) {
  const at = new Date(start - monthsAgo * REVIEW_MONTH_MS - ms)
  return makeClient(server.context, {
    fullName,
    wealthManagerId,
    application: { status: 'onboarded', createdAt: at, onboardedAt: at },
  })
}

async function list(query = '') {
  const answer = await call('GET', `annual-reviews${query}`)
  expect(answer.status).toBe(200)
  return z.array(annualReviewSchema).parse(answer.body)
}

const figures = async () => (await call('GET', 'annual-review-figures')).body

describe('the list', () => {
  test('has only onboarded clients, the latest first, with the state of their reviews', async () => {
    const [due, upcoming, fresh] = [await onboarded(12), await onboarded(10), await onboarded(9)]
    await makeClient(server.context, { application: { status: 'approved' } })
    const rows = await list()
    expect(rows.map(({ id, reviewStatus, durationMonths }) => [id, reviewStatus, durationMonths])).toEqual([
      [fresh.applicationId, 'not_due', 9],
      [upcoming.applicationId, 'upcoming', 10],
      [due.applicationId, 'due', 12],
    ])
    expect(rows[2]).toMatchObject({
      fullName: 'Thandiwe Nkosi',
      emailAddress: due.username,
      nextReviewAt: new Date(start).toISOString(),
      reviewedAt: null,
      notifiedAt: null,
    })
  })

  test('can be sorted by name, searched, and paged', async () => {
    for (const fullName of ['Zinhle', 'Anika', 'Mpho']) await onboarded(1, { fullName })
    expect((await list('?sort=fullName&direction=asc')).map(({ fullName }) => fullName)).toEqual([
      'Anika',
      'Mpho',
      'Zinhle',
    ])
    expect((await list('?search=mph')).map(({ fullName }) => fullName)).toEqual(['Mpho'])
    const first = await call('GET', 'annual-reviews?limit=2')
    expect(first.headers.get('x-total-count')).toBe('3')
    const next = linkTo('next', first)?.replace('/api/admin/', '') ?? ''
    expect((await call('GET', next)).body).toHaveLength(1)
  })

  test('can be filtered by due, upcoming or notified, to the millisecond', async () => {
    const [due, upcoming, notified] = [
      await onboarded(12),
      await onboarded(12, { ms: -1 }),
      await onboarded(10),
    ]
    await onboarded(10, { ms: -1 })
    await call('POST', 'annual-reviews/notify', { applicationIds: [notified.applicationId] })
    const ids = async (review: string) =>
      (await list(`?review=${review}&sort=onboardedAt&direction=asc`)).map(({ id }) => id)
    expect(await ids('due')).toEqual([due.applicationId])
    expect(await ids('upcoming')).toEqual([upcoming.applicationId, notified.applicationId])
    expect(await ids('notified')).toEqual([notified.applicationId])
    expect(await list('?review=due&sort=fullName')).toHaveLength(1)
    expect(await list('?review=due&search=thandiwe')).toHaveLength(1)
    now += 1
    expect(await ids('due')).toEqual([due.applicationId, upcoming.applicationId])
    await call('POST', `annual-reviews/${notified.applicationId}/complete`, { note: 'Took place.' })
    expect(await ids('notified')).toEqual([])
  })

  test('counts from the creation of an application without an onboarding date', async () => {
    const { applicationId } = await onboarded(11)
    await server.context.database.db.update(applications).set({ onboardedAt: null })
    expect(await list()).toMatchObject([{ id: applicationId, reviewStatus: 'upcoming', durationMonths: 11 }])
    expect(await figures()).toMatchObject({ upcoming: 1 })
  })
})

test('the figures are right to the millisecond', async () => {
  await onboarded(9)
  await onboarded(10, { ms: -1 })
  await onboarded(10)
  await onboarded(12, { ms: -1 })
  await onboarded(12)
  await onboarded(12, { ms: 1 })
  await onboarded(40)
  await makeClient(server.context, { application: { status: 'cancelled' } })
  expect(await figures()).toEqual({ totalOnboarded: 7, due: 3, upcoming: 2 })
  now += 1
  expect(await figures()).toEqual({ totalOnboarded: 7, due: 4, upcoming: 2 })
})

test('the firm’s own months apply to lists, figures, mails and the client’s page', async () => {
  const owner = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  const setMonths = async (annualDue: string, annualUpcoming: string) => {
    const values = { annualDue, annualUpcoming }
    expect((await owner.put('/api/firm/settings/reviews', { values })).status).toBe(200)
  }
  await setMonths('6', '1')
  try {
    const [due, upcoming, fresh] = [await onboarded(6), await onboarded(5), await onboarded(5, { ms: -1 })]
    const ids = async (query: string) => (await list(query)).map(({ id }) => id)
    expect(await ids('?review=due')).toEqual([due.applicationId])
    expect(await ids('?review=upcoming')).toEqual([upcoming.applicationId])
    expect(await figures()).toEqual({ totalOnboarded: 3, due: 1, upcoming: 1 })
    const rows = await list('?sort=onboardedAt&direction=asc')
    expect(rows.map(({ reviewStatus }) => reviewStatus)).toEqual(['due', 'upcoming', 'not_due'])
    expect(rows[0]?.nextReviewAt).toBe(new Date(start).toISOString())
    const client = await (await server.as(due.username)).get('/api/application')
    expect(client.body).toMatchObject({ nextReviewAt: new Date(start).toISOString() })
    const applicationIds = [due, upcoming, fresh].map(({ applicationId }) => applicationId)
    const notified = await call('POST', 'annual-reviews/notify', { applicationIds })
    expect(notified.body).toMatchObject({
      notified: 2,
      leftOut: [{ id: fresh.applicationId, why: 'not-due' }],
    })
    const [mail] = await mailsTo(server.context, due.username)
    expect(mail?.text).toContain('Every 6 months we review your plans together. Your review is due on 20')
    const early = await call('POST', `annual-reviews/${fresh.applicationId}/complete`, { note: 'Early.' })
    expect([early.status, early.body]).toMatchObject([409, { code: 'not-due' }])
  } finally {
    await setMonths('12', '2')
  }
})

describe('what a manager sees', () => {
  const LIST = '/api/wealth-manager/annual-reviews'
  const FIGURES = '/api/wealth-manager/annual-review-figures'

  /** Clients of two managers: due, upcoming, neither, and one who is at "approved". */
  async function twoBooks() {
    const [own, other] = await Promise.all(
      ['Neo Own', 'Pumla Other'].map((fullName) =>
        makeUser(server.context, { role: 'wealth_manager', fullName }),
      ),
    )
    if (own === undefined || other === undefined) throw new Error('There are two.')
    const clients = new Map<string, string>()
    for (const { id, fullName } of [own, other]) {
      for (const months of [12, 11, 9]) {
        const name = `${fullName} ${months}`
        clients.set(name, (await onboarded(months, { fullName: name, wealthManagerId: id })).applicationId)
      }
      await makeClient(server.context, { wealthManagerId: id, application: { status: 'approved' } })
    }
    const ask = async (query = '') => {
      const answer = await (await server.as(own.username)).get(`${LIST}${query}`)
      expect(answer.status).toBe(200)
      return { rows: z.array(annualReviewSchema).parse(answer.body), headers: answer.headers }
    }
    const names = async (query = '') => (await ask(query)).rows.map(({ fullName }) => fullName)
    return { own, ask, names, clients }
  }

  test('is the list of their own clients: sorted, paged, searched and filtered', async () => {
    const { ask, names, clients } = await twoBooks()
    expect(await names()).toEqual(['Neo Own 9', 'Neo Own 11', 'Neo Own 12'])
    expect(await names('?sort=fullName&direction=asc')).toEqual(['Neo Own 11', 'Neo Own 12', 'Neo Own 9'])
    expect(await names('?search=neo')).toHaveLength(3)
    expect(await names('?search=pumla')).toEqual([])
    expect(await names('?review=due')).toEqual(['Neo Own 12'])
    expect(await names('?review=upcoming&sort=fullName')).toEqual(['Neo Own 11'])
    const notified = [clients.get('Neo Own 12'), clients.get('Pumla Other 12')]
    await call('POST', 'annual-reviews/notify', { applicationIds: notified })
    expect(await names('?review=notified')).toEqual(['Neo Own 12'])
    const first = await ask('?limit=2')
    expect(first.headers.get('x-total-count')).toBe('3')
    const next = new URL(linkTo('next', first) ?? '', 'http://site.invalid')
    expect(next.pathname).toBe(LIST)
    expect(await names(next.search)).toEqual(['Neo Own 12'])
    const rows = await list('?search=neo&limit=100')
    expect((await ask()).rows).toEqual(rows)
  })

  test('is counted for their own clients, to the millisecond', async () => {
    const { own } = await twoBooks()
    const counted = async () => (await (await server.as(own.username)).get(FIGURES)).body
    expect(await counted()).toEqual({ totalOnboarded: 3, due: 1, upcoming: 1 })
    await onboarded(12, { ms: -1, wealthManagerId: own.id })
    expect(await counted()).toEqual({ totalOnboarded: 4, due: 1, upcoming: 2 })
    now += 1
    expect(await counted()).toEqual({ totalOnboarded: 4, due: 2, upcoming: 1 })
    expect(await figures()).toMatchObject({ totalOnboarded: 7 })
  })

  test.each(['?wealthManager=0198c0de-0000-7000-8000-000000000000', '?status=draft', '?managerId=x'])(
    'is theirs whatever is requested: %s is refused',
    async (query) => {
      const { own } = await twoBooks()
      expect((await (await server.as(own.username)).get(`${LIST}${query}`)).status).toBe(400)
    },
  )

  test('is read-only: only admins notify and complete', async () => {
    const { own, clients } = await twoBooks()
    const id = clients.get('Neo Own 12') ?? ''
    const manager = await server.as(own.username)
    const notified = await manager.post('/api/admin/annual-reviews/notify', { applicationIds: [id] })
    const completed = await manager.post(`/api/admin/annual-reviews/${id}/complete`, { note: 'Done.' })
    expect([notified.status, completed.status]).toEqual([403, 403])
  })

  test('moves with a reassigned client to the new manager', async () => {
    const { own, names, clients } = await twoBooks()
    const next = await makeUser(server.context, { role: 'wealth_manager' })
    const id = clients.get('Neo Own 12') ?? ''
    const handed = await call('PUT', `applications/${id}/wealth-manager`, {
      wealthManagerId: next.id,
      withoutLetter: true,
    })
    expect(handed.status).toBe(200)
    expect(await names('?review=due')).toEqual([])
    const theirs = await (await server.as(next.username)).get(LIST)
    expect(theirs.body).toMatchObject([{ id, fullName: 'Neo Own 12' }])
    expect((await (await server.as(own.username)).get(FIGURES)).body).toMatchObject({ due: 0 })
  })
})

describe('notifying', () => {
  const notify = (applicationIds: string[], more = {}) =>
    call('POST', 'annual-reviews/notify', { applicationIds, ...more })

  test('mails each client once, and is recorded', async () => {
    const [one, other] = [await onboarded(12), await onboarded(11)]
    const ids = [one.applicationId, other.applicationId, one.applicationId]
    const answer = await notify(ids)
    expect([answer.status, answer.body]).toEqual([200, { notified: 2, leftOut: [], undo: null }])
    const [mail, ...more] = await mailsTo(server.context, one.username)
    expect([mail?.subject, more]).toEqual(['Your annual review is due', []])
    expect(mail?.text).toContain('due on 20 November 2026')
    const [latest] = (await auditAbout(server.context, other.applicationId)).toReversed()
    expect(latest).toMatchObject({ action: 'annual-review.notified', actorId: admin.id })
    expect((await list())[0]).toMatchObject({ notifiedAt: new Date(start).toISOString() })
  })

  test('needs confirmation where one of them was mailed within a day, and mails no one before', async () => {
    const [one, other] = [await onboarded(12), await onboarded(11)]
    await notify([one.applicationId])
    now += DAY_MS - 1
    const asked = await notify([one.applicationId, other.applicationId])
    expect([asked.status, asked.body]).toMatchObject([409, { code: 'sent-recently' }])
    expect(await mailsTo(server.context, other.username)).toEqual([])
    expect((await notify([one.applicationId, other.applicationId], { again: true })).status).toBe(200)
    now += DAY_MS
    expect((await notify([one.applicationId])).status).toBe(200)
    expect(await mailsTo(server.context, one.username)).toHaveLength(3)
  })

  test('needs at least one recipient in scope', async () => {
    expect((await notify([])).status).toBe(400)
    expect((await notify(['0198c0de-0000-7000-8000-000000000000'])).status).toBe(404)
  })

  test('skips clients without a due or upcoming review and former clients, and reports them', async () => {
    const draft = await makeClient(server.context, { fullName: 'Draft Dlamini' })
    const [upcoming, early] = [await onboarded(10), await onboarded(10, { ms: -1, fullName: 'Zama Early' })]
    const answer = await notify([early.applicationId, draft.applicationId, upcoming.applicationId])
    expect([answer.status, answer.body]).toMatchObject([200, { notified: 1 }])
    expect((answer.body as { leftOut: { name: string }[] }).leftOut.toSorted(byName)).toEqual([
      { id: draft.applicationId, name: 'Draft Dlamini', why: 'not-a-client' },
      { id: early.applicationId, name: 'Zama Early', why: 'not-due' },
    ])
    expect(await mailsTo(server.context, upcoming.username)).toHaveLength(1)
    for (const { username } of [draft, early]) expect(await mailsTo(server.context, username)).toEqual([])
    // Skipped clients were not mailed, so they need no confirmation.
    expect((await notify([early.applicationId], { again: true })).body).toMatchObject({ notified: 0 })
  })
})

describe('completing a review', () => {
  const complete = (id: string, note = 'All is well.', more = {}) =>
    call('POST', `annual-reviews/${id}/complete`, { note, ...more })

  test('starts the next interval, stores the note, and is recorded', async () => {
    const { applicationId } = await onboarded(12)
    const answer = await complete(applicationId, 'Retires in 2031.')
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        reviewStatus: 'not_due',
        durationMonths: 12,
        monthsSinceReview: 0,
        reviewedAt: new Date(start).toISOString(),
        nextReviewAt: new Date(start + 12 * REVIEW_MONTH_MS).toISOString(),
      },
    ])
    expect(await figures()).toEqual({ totalOnboarded: 1, due: 0, upcoming: 0 })
    expect(await server.context.database.db.select().from(annualReviews)).toMatchObject([
      { applicationId, note: 'Retires in 2031.', completedBy: admin.id, completedAt: new Date(start) },
    ])
    const [latest] = (await auditAbout(server.context, applicationId)).toReversed()
    expect(latest).toMatchObject({ action: 'annual-review.completed', details: {} })
    now += 10 * REVIEW_MONTH_MS
    expect(await figures()).toEqual({ totalOnboarded: 1, due: 0, upcoming: 1 })
    now += 2 * REVIEW_MONTH_MS
    expect(await list()).toMatchObject([{ reviewStatus: 'due', durationMonths: 24, monthsSinceReview: 12 }])
  })

  test('leaves notes, the latest first, also for its manager', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    const { applicationId } = await onboarded(24, { wealthManagerId: manager.id })
    await complete(applicationId, 'Bought a farm.')
    now += 12 * REVIEW_MONTH_MS
    await complete(applicationId, 'Retires in 2031.')
    const notes = await (
      await server.as(manager.username)
    ).get(`/api/admin/applications/${applicationId}/annual-reviews`)
    expect([notes.status, notes.body]).toMatchObject([
      200,
      [
        { note: 'Retires in 2031.', completedAt: new Date(now).toISOString(), completedBy: 'Busi Admin' },
        { note: 'Bought a farm.', completedAt: new Date(start).toISOString() },
      ],
    ])
    const stranger = await makeUser(server.context, { role: 'wealth_manager' })
    const foreign = await (
      await server.as(stranger.username)
    ).get(`/api/admin/applications/${applicationId}/annual-reviews`)
    expect(foreign.status).toBe(404)
  })

  test('determines the next date that its client sees', async () => {
    const client = await onboarded(12)
    const seen = async (username = client.username) =>
      (await (await server.as(username)).get('/api/application')).body
    expect(await seen()).toMatchObject({ nextReviewAt: new Date(start).toISOString() })
    await complete(client.applicationId)
    expect(await seen()).toMatchObject({ nextReviewAt: new Date(start + 12 * REVIEW_MONTH_MS).toISOString() })
    const draft = await makeClient(server.context)
    expect(await seen(draft.username)).toMatchObject({ nextReviewAt: null })
  })

  test('a second time, or early, needs confirmation, and completes nothing before', async () => {
    const { applicationId } = await onboarded(12)
    await complete(applicationId)
    const asked = await complete(applicationId, 'Pressed twice.')
    expect([asked.status, asked.body]).toMatchObject([
      409,
      {
        code: 'not-due',
        detail: expect.stringContaining('The last was completed on 20 November 2026.') as string,
      },
    ])
    const { db } = server.context.database
    expect(await db.$count(annualReviews)).toBe(1)
    expect((await complete(applicationId, 'Came by again.', { early: true })).status).toBe(200)
    expect(await db.$count(annualReviews)).toBe(2)
    const fresh = await onboarded(10, { ms: -1 })
    expect((await complete(fresh.applicationId)).status).toBe(409)
  })

  test('needs a note, and an onboarded client', async () => {
    const [client, draft] = [await onboarded(12), await makeClient(server.context)]
    expect((await complete(client.applicationId, '  ')).status).toBe(400)
    expect((await complete(draft.applicationId)).status).toBe(409)
    expect(await figures()).toMatchObject({ due: 1 })
  })
})
