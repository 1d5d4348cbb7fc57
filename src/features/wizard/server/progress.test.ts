import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Progress } from '#features/applications/api/application.ts'
import type { Corrections } from '#features/corrections/api.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { answerWithText, ask, makeReviewed, type Reviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** The Wednesday before Christmas: `makeReviewed` submits on the day before. */
const wednesday = new Date('2026-12-23T10:00:00Z')

let now = wednesday
let server: TestServer
let reviewed: Reviewed
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = wednesday
  reviewed = await makeReviewed(server)
})

async function read(session: HttpSession): Promise<Progress> {
  const answer = await session.get('/api/application/progress')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return answer.body as Progress
}

/** Changes the status some time later. */
async function become(session: HttpSession, status: string): Promise<void> {
  now = new Date(now.getTime() + 60_000)
  expect((await session.patch(`${reviewed.path}/status`, { status, reason: 'So it is.' })).status).toBe(200)
}

/** Signs in a day later, since sessions have ended by then. */
function onTheNextDay(username: string): Promise<HttpSession> {
  now = new Date(wednesday.getTime() + DAY_MS)
  return server.as(username)
}

describe('the progress of an application', () => {
  test('promises an answer three business days after it was submitted', async () => {
    const { reached, answerBy } = await read(reviewed.session)
    expect(reached.map(({ status }) => status)).toEqual(['submitted'])
    // Tuesday 22 December; Friday is Christmas, Saturday the Day of Goodwill.
    expect(answerBy).toBe('2026-12-28')
  })

  test('dates each stage, and promises nothing after the decision', async () => {
    await become(reviewed.manager, 'under_review')
    const begun = now.toISOString()
    await become(reviewed.manager, 'approved')
    expect(await read(reviewed.session)).toMatchObject({
      reached: [
        { status: 'submitted' },
        { status: 'under_review', at: begun },
        { status: 'approved', at: now.toISOString() },
      ],
      answerBy: null,
      sentCorrections: null,
    })
  })

  test('promises nothing while corrections are requested, and starts again when they are sent', async () => {
    await ask(reviewed.manager, reviewed.path)
    expect((await read(reviewed.session)).answerBy).toBeNull()
    const client = await onTheNextDay(reviewed.client.username)
    await answerWithText(client)
    expect((await read(client)).answerBy).toBe('2026-12-30')
  })

  test('says what was sent, and that it was accepted', async () => {
    const { manager, path, session } = reviewed
    expect((await read(session)).sentCorrections).toBeNull()
    await ask(manager, path)
    expect((await read(session)).sentCorrections).toBeNull()
    await answerWithText(session)
    const sentAt = now.toISOString()
    expect((await read(session)).sentCorrections).toEqual({
      sentAt,
      labels: ['Tax Income Number'],
      acceptedAt: null,
    })
    const { rounds } = (await manager.get(`${path}/corrections`)).body as Corrections
    const [item] = rounds[0]?.items ?? []
    await manager.put(`${path}/corrections/items/${item?.id}/verdict`, { verdict: 'accepted' })
    expect((await read(session)).sentCorrections).toMatchObject({ sentAt, acceptedAt: now.toISOString() })
  })

  test('starts again when a decision is reopened', async () => {
    await become(reviewed.manager, 'rejected')
    const { username } = await makeUser(server.context, { role: 'admin' })
    const admin = await onTheNextDay(username)
    expect((await admin.post(`${reviewed.path}/reopen`, { reason: 'A mistake.' })).status).toBe(200)
    expect(await read(await server.as(reviewed.client.username))).toMatchObject({
      reached: [{ status: 'submitted' }, { status: 'under_review', at: now.toISOString() }],
      answerBy: '2026-12-30',
      sentCorrections: null,
    })
  })

  test('is empty for a draft', async () => {
    const draft = await server.as((await makeClient(server.context)).username)
    expect(await read(draft)).toEqual({ reached: [], answerBy: null, sentCorrections: null })
  })
})
