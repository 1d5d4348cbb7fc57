import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { CorrectionFigures } from '#features/corrections/api.ts'
import type { NamedSubject } from '#features/applications/rules/round/subjects.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { answerWithText, makeReviewed, note, type Reviewed } from '#test/support/corrections.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const OWN = '/api/wealth-manager/correction-figures'
const ALL = '/api/admin/correction-figures'

let server: TestServer
let aheadMs = 0
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(Date.now() + aheadMs) })
})
afterAll(() => server.close())

const tax: NamedSubject = { kind: 'answer', path: 'taxIncomeNumber' }
const question: NamedSubject = { kind: 'question', question: 'Why two employers?' }

/** A request that the client answers after so many days; null for never. */
async function round(
  { manager, path, client }: Reviewed,
  reason: string,
  days: number | null,
): Promise<void> {
  await note(manager, path, tax, { reason })
  expect((await manager.post(`${path}/corrections/items`, { subject: question })).status).toBe(200)
  expect((await manager.post(`${path}/corrections/send`, {})).status).toBe(200)
  if (days === null) return
  aheadMs += days * DAY_MS
  // An earlier session has ended.
  await answerWithText(await server.as(client.username))
  aheadMs -= days * DAY_MS
  const { body } = await manager.get(`${path}/corrections`)
  const { rounds } = body as { rounds: { items: { id: string }[] }[] }
  for (const { id } of rounds[0]?.items ?? []) {
    await manager.put(`${path}/corrections/items/${id}/verdict`, { verdict: 'accepted' })
  }
}

const figures = async (read: Reviewed['manager'], address: string) => {
  const { status, body } = await read.get(address)
  expect(status).toBe(200)
  const { since, ...counted } = body as CorrectionFigures
  expect(since).toMatch(/^\d{4}-\d\d-\d\d$/u)
  return counted
}

const nothing = {
  applications: 0,
  rounds: 0,
  roundsEach: [],
  reasons: [],
  answered: { rounds: 0, median: null, ninetieth: null },
}

test('requests, reasons and days of a manager’s own clients and of all, in the last year', async () => {
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  expect(await figures(admin, ALL)).toEqual(nothing)
  const one = await makeReviewed(server)
  const { managerId: wealthManagerId, manager } = one
  const inOurs = async () => ({ ...(await makeReviewed(server, { wealthManagerId })), manager })
  await round(one, 'does-not-agree', 1)
  await round(one, 'does-not-agree', 2)
  await round(await inOurs(), 'incomplete', 11)
  await round(await inOurs(), 'does-not-agree', null)
  // Of another manager, and too old.
  const other = await makeReviewed(server)
  await round(other, 'expired', 3)
  const old = await inOurs()
  aheadMs = -400 * DAY_MS
  await round(old, 'expired', 1)
  aheadMs = 0

  const own = {
    applications: 3,
    rounds: 4,
    roundsEach: [
      { rounds: 1, applications: 2 },
      { rounds: 2, applications: 1 },
    ],
    reasons: [
      { reason: 'does-not-agree', count: 3 },
      { reason: 'incomplete', count: 1 },
    ],
    // 1, 2 and 11 days: half within 2, nine of ten within 2 + 0.8 × 9.
    answered: { rounds: 3, median: 2, ninetieth: 9.2 },
  }
  expect(await figures(manager, OWN)).toEqual(own)
  expect(await figures(admin, ALL)).toEqual({
    applications: 4,
    rounds: 5,
    roundsEach: [
      { rounds: 1, applications: 3 },
      { rounds: 2, applications: 1 },
    ],
    reasons: [...own.reasons, { reason: 'expired', count: 1 }].toSorted(
      (left, right) => right.count - left.count || left.reason.localeCompare(right.reason),
    ),
    // 1, 2, 3 and 11 days.
    answered: { rounds: 4, median: 2.5, ninetieth: 8.6 },
  })
  expect(await figures(other.manager, OWN)).toMatchObject({ applications: 1, answered: { median: 3 } })
})

test('draft requests do not count', async () => {
  const one = await makeReviewed(server)
  await note(one.manager, one.path, tax)
  expect(await figures(one.manager, OWN)).toEqual(nothing)
})
