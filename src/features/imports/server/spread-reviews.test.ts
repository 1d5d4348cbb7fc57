import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import type { AnnualReview } from '#features/annual-reviews/api.ts'
import { REVIEW_MONTH_MS } from '#features/applications/rules/annual-reviews.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import type { HttpSession } from '#test/support/http.ts'
import { addImporter, importFile, undoWhole } from '#test/support/imports.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** In a database of its own: the lists have these clients only. */
let server: TestServer
let username = ''
let admin: HttpSession
let now = new Date('2026-11-26T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  ;({ username } = await addImporter(server.context, 'admin'))
  admin = await server.as(username)
})
afterAll(() => server.close())

const file = (domain: string) =>
  [
    'Email;Name;Client since;Last review',
    `a@${domain};Anna Botha;15/03/2017;`,
    `b@${domain};Busi Dube;15/03/2015;20/06/2024`,
    `c@${domain};Carel Venter;15/03/2016;`,
    `d@${domain};Dineo Mokoena;15/03/2019;20/10/2026`,
  ].join('\n')

const inMonths = (months: number) => new Date(now.getTime() + months * REVIEW_MONTH_MS).toISOString()
const reviews = async () =>
  (await admin.get('/api/admin/annual-reviews?sort=fullName&direction=asc')).body as AnnualReview[]
const dueDays = async () => (await reviews()).map(({ nextReviewAt }) => nextReviewAt)
const figures = async () => (await admin.get('/api/admin/annual-review-figures')).body

test('reviews that an import makes due at once are spread, completed as always, and moved back', async () => {
  const imported = await importFile(server, admin, file('spread.example'), { defaultStatus: 'onboarded' })
  const path = `/api/admin/imports/${imported.id}/reviews`
  expect(imported).toMatchObject({ reviewsDue: 3, reviewsSpread: null })
  const before = await reviews()

  expect((await admin.put(path, { months: 13 })).status).toBe(400)
  const { body } = await admin.put(path, { months: 12 })
  expect(body as ImportDetail).toMatchObject({
    reviewsDue: 0,
    reviewsSpread: { clients: 3, until: inMonths(12) },
  })
  // Due longest first: Carel since 2017, Anna since 2018, Busi since 2025. Dineo is not due.
  const [anna, busi, , dineo] = before
  const spread = await reviews()
  expect(spread.map(({ nextReviewAt }) => nextReviewAt)).toEqual([
    inMonths(8),
    inMonths(12),
    inMonths(4),
    dineo?.nextReviewAt,
  ])
  expect(await figures()).toMatchObject({ due: 0, upcoming: 0 })
  // No review is invented: neither a date, nor the months since the last one.
  const lastReviews = (rows: AnnualReview[]) =>
    rows.map(({ reviewedAt, monthsSinceReview }) => ({ reviewedAt, monthsSinceReview }))
  expect(lastReviews(spread)).toEqual(lastReviews(before))

  const { db } = server.context.database
  const recorded = await db
    .select({ action: auditEvents.action, details: auditEvents.details })
    .from(auditEvents)
    .where(sql`${auditEvents.action} like '%spread%'`)
    .orderBy(auditEvents.action)
  expect(recorded).toEqual([
    ...[1, 2, 3].map(() => ({ action: 'annual-review.spread', details: { months: 12 } })),
    { action: 'import.reviews-spread', details: { importId: imported.id, clients: 3, months: 12 } },
  ])

  // After four months Carel's is due, and once completed, the next is a year later.
  now = new Date(inMonths(4))
  admin = await server.as(username)
  expect(await figures()).toMatchObject({ due: 1 })
  const carel = spread[2]?.id ?? ''
  const completed = await admin.post(`/api/admin/annual-reviews/${carel}/complete`, { note: 'Held.' })
  expect(completed.body).toMatchObject({ reviewStatus: 'not_due', nextReviewAt: inMonths(12) })
  const nextOfCarel = inMonths(12)

  // Undone, the others are due as before; what was lastReviews counts.
  expect((await admin.delete(path)).body).toMatchObject({ reviewsDue: 2, reviewsSpread: null })
  expect(await dueDays()).toEqual([anna?.nextReviewAt, busi?.nextReviewAt, nextOfCarel, dineo?.nextReviewAt])
  now = new Date('2026-11-26T08:00:00Z')
  admin = await server.as(username)
})

test('an import whose reviews were spread can be undone', async () => {
  const { id } = await importFile(server, admin, file('spread-undone.example'), {
    defaultStatus: 'onboarded',
  })
  await admin.put(`/api/admin/imports/${id}/reviews`, { months: 3 })
  expect(await undoWhole(server, admin, id)).toMatchObject({ outcomes: { undone: 4 }, retained: {} })
})

test('a client whose review was spread reads when it is due', async () => {
  const { id } = await importFile(server, admin, file('spread-client.example'), {
    defaultStatus: 'onboarded',
  })
  await admin.put(`/api/admin/imports/${id}/reviews`, { months: 3 })
  const { db } = server.context.database
  const client = 'b@spread-client.example'
  await db.update(users).set({ invited: false, passwordHash: 'x' }).where(eq(users.username, client))
  const { body } = await (await server.as(client)).get('/api/application')
  expect(body).toMatchObject({ nextReviewAt: inMonths(3) })
  expect(await db.$count(applications, sql`review_counted_from > ${now.toISOString()}::timestamptz`)).toBe(0)
})
