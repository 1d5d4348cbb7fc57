import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Progress } from '#features/applications/api/application.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { Corrections } from '#features/corrections/api.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { deliverDueMail } from '#features/mail/server/deliver.ts'
import { dueForReview } from '#test/support/annual-reviews.ts'
import { answerWithText, ask, askedOf, makeReviewed, note, someAnswer } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { todayOf } from '#test/support/today.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const UNDO_MS = 10_000

let server: TestServer
let now = new Date('2026-11-20T08:00:00Z')
let admin: HttpSession
let manager: MadeUser
let asManager: HttpSession
beforeAll(async () => {
  server = await startTestServer({ now: () => now, settings: { undoMs: UNDO_MS } })
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  manager = await makeUser(server.context, { role: 'wealth_manager' })
  asManager = await server.as(manager.username)
})
afterAll(() => server.close())

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
/** Sends due mail. @returns the recipients */
async function deliver(context = server.context): Promise<string[]> {
  const sent: string[] = []
  const send = (mail: { to?: unknown }) => {
    sent.push((mail.to as { address: string }).address)
    return Promise.resolve()
  }
  await deliverDueMail(context, { send, close: () => undefined })
  return sent
}
const at = (status: ApplicationStatus) =>
  makeClient(server.context, { wealthManagerId: manager.id, application: { status } })
const remind = async (id: string) =>
  (await admin.post(`/api/admin/applications/${id}/reminder`, {})).body as ReviewedApplication
const change = async (id: string, status: string, more: object = {}) =>
  (await asManager.put(`/api/admin/applications/${id}/status`, { status, ...more }))
    .body as ReviewedApplication
const undo = (id: string | undefined, by = admin) => by.post(`/api/admin/held-acts/${id}/undo`)
/** The application in the response. */
const shownIn = ({ body }: { body: unknown }) => (body as { application: ReviewedApplication }).application
const actionsAbout = async (id: string) => (await auditAbout(server.context, id)).map(({ action }) => action)

describe('a reminder', () => {
  test('is sent after ten seconds', async () => {
    const { username, applicationId } = await at('draft')
    const { undo: pending } = await remind(applicationId)
    expect(pending?.until).toBe(new Date(now.getTime() + UNDO_MS).toISOString())
    later(UNDO_MS - 1)
    expect(await deliver()).not.toContain(username)
    later(1)
    expect(await deliver()).toContain(username)
  })

  test('is undone with its mail, as if it had not been, and both are logged', async () => {
    const { username, applicationId } = await at('draft')
    const { undo: pending } = await remind(applicationId)
    const undone = await undo(pending?.id)
    expect([undone.status, shownIn(undone)]).toMatchObject([200, { remindedAt: null, undo: null }])
    expect(await mailsTo(server.context, username)).toEqual([])
    expect((await actionsAbout(applicationId)).slice(-2)).toEqual([
      'application.reminded',
      'application.reminder-taken-back',
    ])
    expect((await undo(pending?.id)).status).toBe(200)
    // Nothing was sent, so another one needs no confirmation.
    expect((await remind(applicationId)).remindedAt).toBe(now.toISOString())
  })

  test('cannot be undone once the time is over', async () => {
    const { username, applicationId } = await at('draft')
    const { undo: pending } = await remind(applicationId)
    later(UNDO_MS)
    const late = await undo(pending?.id)
    expect([late.status, late.body]).toMatchObject([409, { code: 'too-late' }])
    expect(await mailsTo(server.context, username)).toHaveLength(1)
  })

  test('is either sent or undone', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { username, applicationId } = await at('draft')
      const { undo: pending } = await remind(applicationId)
      const until = new Date(now.getTime() + UNDO_MS)
      later(UNDO_MS - 1)
      // The time is just over for the delivery, and not yet for the undo.
      const both = await Promise.all([undo(pending?.id), deliver({ ...server.context, now: () => until })])
      const [{ status }, sent] = both
      expect([status, sent.includes(username)]).toEqual(status === 200 ? [200, false] : [409, true])
      later(UNDO_MS)
    }
  })
})

describe('a change of the status', () => {
  test.each([
    ['approved', {}],
    ['rejected', { reason: 'Two answers differ.' }],
  ])(
    '%s is undone as a whole: no one is notified, and the client’s permissions are as before',
    async (status, more) => {
      const { username, applicationId } = await at('submitted')
      const client = await server.as(username)
      const way = async () => (await client.get('/api/application/progress')).body as Progress
      const before = await way()
      const { statusChangedAt } = (await asManager.get(`/api/admin/applications/${applicationId}`))
        .body as ReviewedApplication
      later(60_000)
      const changed = await change(applicationId, status, more)
      expect(changed.status).toBe(status)
      const undone = await undo(changed.undo?.id, asManager)
      expect([undone.status, shownIn(undone)]).toMatchObject([
        200,
        { status: 'submitted', statusChangedAt, statusReason: null, undo: null },
      ])
      expect(await way()).toEqual(before)
      expect(
        (await mailsTo(server.context, username)).filter(({ template }) => template === 'application-status'),
      ).toEqual([])
      expect((await auditAbout(server.context, applicationId)).at(-1)).toMatchObject({
        action: 'application.status-changed',
        details: { action: 'undo', from: status, to: 'submitted' },
      })
    },
  )

  test('after which the application was changed cannot be undone', async () => {
    const { username, applicationId } = await at('submitted')
    const { undo: pending } = await change(applicationId, 'approved')
    await admin.patch(`/api/admin/applications/${applicationId}/status`, { status: 'onboarded' })
    expect((await undo(pending?.id, asManager)).body).toMatchObject({ code: 'too-late' })
    expect(await mailsTo(server.context, username)).toHaveLength(2)
  })
})

describe('reopening', () => {
  test.each(['rejected', 'cancelled'] as const)(
    '%s is undone as a whole: the decision is restored, and no one is notified',
    async (status) => {
      const { username, applicationId } = await at(status)
      const before = (await admin.get(`/api/admin/applications/${applicationId}`)).body as ReviewedApplication
      later(60_000)
      const path = `/api/admin/applications/${applicationId}/reopen`
      const reopened = (await admin.post(path, { reason: 'A mistake.' })).body as ReviewedApplication
      expect(reopened.status).not.toBe(status)
      const undone = await undo(reopened.undo?.id)
      const { statusChangedAt, cancelledAt, statusReason } = before
      expect([undone.status, shownIn(undone)]).toMatchObject([
        200,
        { status, statusChangedAt, cancelledAt, statusReason, undo: null },
      ])
      expect(await mailsTo(server.context, username)).toEqual([])
      const mailsToManager = await mailsTo(server.context, manager.username)
      expect(mailsToManager.filter(({ text }) => text?.includes(applicationId))).toEqual([])
    },
  )
})

describe('corrections', () => {
  const reviewed = async (status: ApplicationStatus = 'submitted') => {
    const made = await makeReviewed(server, { status, wealthManagerId: manager.id })
    const { applicationId, username } = made.client
    return { ...made, applicationId, username, staff: asManager, path: made.path }
  }
  const pendingOf = async (path: string) => ((await asManager.get(path)).body as ReviewedApplication).undo?.id
  const roundsOf = async (path: string) => (await asManager.get(`${path}/corrections`)).body as Corrections

  test('that were requested are undone: the draft request is restored, and the client is asked for nothing', async () => {
    const { path, session, username, applicationId } = await reviewed()
    expect((await note(asManager, path, someAnswer)).status).toBe(200)
    const before = await roundsOf(path)
    const { statusChangedAt } = (await asManager.get(path)).body as ReviewedApplication
    later(60_000)
    await asManager.post(`${path}/corrections/send`, {})
    expect((await askedOf(session)).items).toHaveLength(1)
    const undone = await undo(await pendingOf(path), asManager)
    expect([undone.status, shownIn(undone)]).toMatchObject([200, { status: 'submitted', statusChangedAt }])
    expect(await roundsOf(path)).toEqual(before)
    expect((await session.get('/api/application')).body).toMatchObject({ correctionRound: null })
    expect(await mailsTo(server.context, username)).toEqual([])
    expect(await actionsAbout(applicationId)).toContain('correction.taken-back')
    expect((await asManager.post(`${path}/corrections/send`, {})).status).toBe(200)
    expect((await roundsOf(path)).rounds).toMatchObject([{ number: 1, state: 'asked' }])
  })

  test('that were requested again return to what the client had sent', async () => {
    const { path, session } = await reviewed()
    await ask(asManager, path)
    await answerWithText(session)
    const [round] = (await roundsOf(path)).rounds
    const [item] = round?.items ?? []
    await asManager.put(`${path}/corrections/items/${item?.id}/verdict`, {
      verdict: 'again',
      comment: 'Not yet.',
    })
    const before = await roundsOf(path)
    await asManager.post(`${path}/corrections/send`, {})
    expect((await roundsOf(path)).rounds).toHaveLength(2)
    expect((await undo(await pendingOf(path), asManager)).status).toBe(200)
    expect(await roundsOf(path)).toEqual(before)
  })

  test('that were requested while the client corrected something themselves leave them to it', async () => {
    const { path, session } = await reviewed()
    await session.post('/api/application/corrections', { subject: someAnswer })
    await note(asManager, path, { kind: 'answer', path: 'city' })
    const before = await roundsOf(path)
    await asManager.post(`${path}/corrections/send`, {})
    expect((await askedOf(session)).openedByClient).toBe(false)
    expect((await undo(await pendingOf(path), asManager)).status).toBe(200)
    expect(await roundsOf(path)).toEqual(before)
    expect((await askedOf(session)).openedByClient).toBe(true)
  })

  test('that the client has begun to answer stay requested', async () => {
    const { path, session, username } = await reviewed()
    await ask(asManager, path)
    const [item] = (await askedOf(session)).items
    await session.put(`/api/application/corrections/${item?.id}/reply`, { reply: 'It is right.' })
    expect((await undo(await pendingOf(path), asManager)).body).toMatchObject({ code: 'too-late' })
    expect(await mailsTo(server.context, username)).toHaveLength(1)
    expect((await askedOf(session)).items).toHaveLength(1)
  })

  test('that were withdrawn are requested again, unchanged', async () => {
    const { path, session, username } = await reviewed()
    await ask(asManager, path)
    const before = [await roundsOf(path), await askedOf(session)]
    later(UNDO_MS)
    await asManager.post(`${path}/corrections/withdraw`)
    expect((await undo(await pendingOf(path), asManager)).status).toBe(200)
    expect([await roundsOf(path), await askedOf(session)]).toEqual(before)
    expect((await mailsTo(server.context, username)).map(({ template }) => template)).toEqual([
      'corrections-asked',
    ])
  })
})

describe('annual reviews', () => {
  const due = () =>
    makeClient(server.context, { wealthManagerId: manager.id, application: dueForReview(server.context) })
  const notify = async (clients: readonly MadeClient[]) => {
    const applicationIds = clients.map(({ applicationId }) => applicationId)
    const { body } = await admin.post('/api/admin/annual-reviews/notify', { applicationIds })
    return body as AnswerOf<'POST /api/admin/annual-reviews/notify'>
  }

  test('notices to several clients are undone together', async () => {
    const clients = [await due(), await due(), await due()]
    const { undo: pending, notified } = await notify(clients)
    expect([notified, pending?.until]).toEqual([3, new Date(now.getTime() + UNDO_MS).toISOString()])
    expect((await undo(pending?.id)).status).toBe(200)
    for (const { username, applicationId } of clients) {
      expect(await mailsTo(server.context, username)).toEqual([])
      expect((await actionsAbout(applicationId)).slice(-2)).toEqual([
        'annual-review.notified',
        'annual-review.taken-back',
      ])
    }
    // No mail was sent, so another notice needs no confirmation.
    expect((await notify(clients)).notified).toBe(3)
  })

  test('one mail that is sent makes all of them final', async () => {
    const clients = [await due(), await due()]
    const { undo: pending } = await notify(clients)
    const [first] = clients
    await server.context.database.db
      .update(mailOutbox)
      .set({ attempts: 1 })
      .where(eq(mailOutbox.recipient, first?.username ?? ''))
    expect((await undo(pending?.id)).body).toMatchObject({ code: 'too-late' })
    for (const { username, applicationId } of clients) {
      expect(await mailsTo(server.context, username)).toHaveLength(1)
      expect(await actionsAbout(applicationId)).not.toContain('annual-review.taken-back')
    }
  })

  test('that was completed is due again, unless the application was changed', async () => {
    const { applicationId } = await due()
    const complete = async (text: string, more = {}) =>
      (await admin.post(`/api/admin/annual-reviews/${applicationId}/complete`, { note: text, ...more }))
        .body as AnswerOf<'POST /api/admin/annual-reviews/{id}/complete'>
    const notes = async () =>
      ((await admin.get(`/api/admin/applications/${applicationId}/annual-reviews`)).body as unknown[]).length
    const { undo: pending, reviewStatus } = await complete('All is well.')
    expect(reviewStatus).toBe('not_due')
    expect((await undo(pending?.id)).status).toBe(200)
    expect(await notes()).toBe(0)
    const { undo: second } = await complete('Really.')
    later(1000)
    await complete('And once more.', { early: true })
    expect((await undo(second?.id)).body).toMatchObject({ code: 'too-late' })
    expect(await notes()).toBe(2)
  })
})

/** Every pending action, and the recipients of its mail. */
const waiting = {
  async reopening() {
    const { username, applicationId } = await at('rejected')
    const path = `/api/admin/applications/${applicationId}/reopen`
    const { body } = await admin.post(path, { reason: 'A mistake.' })
    return { username, pending: (body as ReviewedApplication).undo, by: admin }
  },
  async 'asking for corrections'() {
    const { client, path } = await makeReviewed(server, { wealthManagerId: manager.id })
    await ask(asManager, path)
    const { undo: pending } = (await asManager.get(path)).body as ReviewedApplication
    return { username: client.username, pending, by: asManager }
  },
  async 'withdrawing corrections'() {
    const { client, path } = await makeReviewed(server, { wealthManagerId: manager.id })
    await ask(asManager, path)
    later(UNDO_MS)
    await deliver()
    await asManager.post(`${path}/corrections/withdraw`)
    const { undo: pending } = (await asManager.get(path)).body as ReviewedApplication
    return { username: client.username, pending, by: asManager }
  },
  async 'writing about annual reviews'() {
    const application = dueForReview(server.context)
    const { username, applicationId } = await makeClient(server.context, { application })
    const { body } = await admin.post('/api/admin/annual-reviews/notify', { applicationIds: [applicationId] })
    const { undo: pending } = body as AnswerOf<'POST /api/admin/annual-reviews/notify'>
    return { username, pending, by: admin }
  },
}

test.each(Object.entries(waiting))('of %s a mail is either sent or undone', async (_, begin) => {
  for (let round = 0; round < 6; round += 1) {
    const { username, pending, by } = await begin()
    const until = new Date(now.getTime() + UNDO_MS)
    later(UNDO_MS - 1)
    // The time is just over for the delivery, and not yet for the undo.
    const both = await Promise.all([undo(pending?.id, by), deliver({ ...server.context, now: () => until })])
    const [{ status }, sent] = both
    expect([status, sent.includes(username)]).toEqual(status === 200 ? [200, false] : [409, true])
    later(UNDO_MS)
  }
})

test('mails with access to an account are never delayed', async () => {
  const { username } = await makeClient(server.context, {})
  await server.visit().post('/api/request-password-reset', { username })
  expect(await deliver()).toContain(username)
})

describe('a reassigned client', () => {
  const notices = async (person: MadeUser) =>
    (await todayOf(await server.as(person.username))).filter(({ notification }) => notification !== null)
  const ownerOf = async (id: string) => {
    const { rows } = await server.context.database.pool.query<{ owner: string | null }>(
      'select wealth_manager_id as owner from applications where id = $1',
      [id],
    )
    return rows[0]?.owner
  }
  const another = () => makeUser(server.context, { role: 'wealth_manager' })
  const pendingOf = (answer: { body: unknown }) => (answer.body as Pick<ReviewedApplication, 'undo'>).undo?.id
  const assign = (id: string, to: MadeUser) =>
    admin.put(`/api/admin/applications/${id}/wealth-manager`, { wealthManagerId: to.id, withoutLetter: true })
  const handOver = (from: MadeUser, to: MadeUser) =>
    admin.post(`/api/admin/wealth-managers/${from.id}/hand-over`, { to: to.id, withoutLetter: true })

  test('can be restored for ten seconds, one or many: no mails, no notifications', async () => {
    const [leaves, takesOver] = [await another(), await another()]
    const book = [1, 2, 3].map(() => makeClient(server.context, { wealthManagerId: leaves.id }))
    const clients = await Promise.all(book)
    const [one] = clients
    for (const act of [
      () => assign(one?.applicationId ?? '', takesOver),
      () => handOver(leaves, takesOver),
    ]) {
      const acted = await act()
      expect(acted.status).toBe(200)
      expect(await ownerOf(one?.applicationId ?? '')).toBe(takesOver.id)
      expect((await undo(pendingOf(acted))).status).toBe(200)
      for (const { applicationId } of clients) expect(await ownerOf(applicationId)).toBe(leaves.id)
      // Actions at the same time would share a notification.
      later(1000)
    }
    for (const person of [leaves, takesOver]) {
      expect(await mailsTo(server.context, person.username)).toEqual([])
      expect(await notices(person)).toEqual([])
    }
    expect(
      (await actionsAbout(one?.applicationId ?? '')).filter((action) => action.includes('manager')),
    ).toHaveLength(4)
  })

  test('without a previous manager has none again', async () => {
    const { applicationId } = await makeClient(server.context)
    const acted = await assign(applicationId, await another())
    expect((await undo(pendingOf(acted))).body).toMatchObject({ application: { unassigned: true } })
    expect(await ownerOf(applicationId)).toBeNull()
  })

  test('notifies managers after ten seconds, and then it is too late', async () => {
    const [leaves, takesOver] = [await another(), await another()]
    await makeClient(server.context, { wealthManagerId: leaves.id })
    const acted = await handOver(leaves, takesOver)
    expect(await deliver()).not.toContain(takesOver.username)
    later(UNDO_MS + 1)
    expect(await deliver()).toEqual(expect.arrayContaining([leaves.username, takesOver.username]))
    expect((await undo(pendingOf(acted))).status).toBe(409)
  })

  test('stays where it was changed since: a third manager, or the previous one has left', async () => {
    const [leaves, takesOver, third] = [await another(), await another(), await another()]
    const { applicationId } = await makeClient(server.context, { wealthManagerId: leaves.id })
    const first = await handOver(leaves, takesOver)
    await assign(applicationId, third)
    expect((await undo(pendingOf(first))).status).toBe(409)
    expect(await ownerOf(applicationId)).toBe(third.id)

    const gone = await handOver(third, takesOver)
    later(1000)
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    const system = await server.as(username)
    await system.patch(`/api/system-admin/users/${third.id}`, { deactivated: true })
    expect((await undo(pendingOf(gone))).status).toBe(409)
    expect(await ownerOf(applicationId)).toBe(takesOver.id)
  })

  test('in the account form is restored too, for account administrators', async () => {
    const to = await another()
    const client = await makeClient(server.context, { wealthManagerId: manager.id })
    const system = await server.as(
      (await makeUser(server.context, { role: 'system_administrator' })).username,
    )
    const acted = await system.patch(`/api/system-admin/users/${client.id}`, { wealthManagerId: to.id })
    const undone = await undo(pendingOf(acted), system)
    expect([undone.status, undone.body]).toEqual([200, { application: null }])
    expect(await ownerOf(client.applicationId)).toBe(manager.id)
    expect(await mailsTo(server.context, to.username)).toEqual([])
  })
})

describe('a corrected account', () => {
  const correct = (id: string, body: object) => admin.post(`/api/admin/clients/${id}/correction`, body)
  const pendingOf = (answer: { body: unknown }) => (answer.body as Pick<ReviewedApplication, 'undo'>).undo?.id
  const both = () => ({
    fullName: 'Thandiwe Nkosi',
    email: `${Math.random().toString(36).slice(2)}@new.example`,
  })

  test('gets its previous name and address, without mails to either', async () => {
    const { id, username, applicationId } = await makeClient(server.context, { fullName: 'Thandwe Nkosi' })
    const asked = both()
    const acted = await correct(id, asked)
    const { body } = await undo(pendingOf(acted))
    expect(body).toMatchObject({
      application: { id: applicationId, accountName: 'Thandwe Nkosi', username, newAddress: null },
    })
    for (const mailbox of [username, asked.email]) expect(await mailsTo(server.context, mailbox)).toEqual([])
    expect((await actionsAbout(id)).slice(-4)).toEqual([
      'user.name-corrected',
      'user.address-change-asked',
      'user.name-corrected',
      'user.address-change-stopped',
    ])
  })

  test('stays as it was corrected later', async () => {
    const { id } = await makeClient(server.context, { fullName: 'Thandwe Nkosi' })
    const acted = await correct(id, { fullName: 'Thandiwe Nkosi' })
    await correct(id, { fullName: 'Thandi Nkosi' })
    expect((await undo(pendingOf(acted))).status).toBe(409)
  })

  test('whose client never signed in is invited at once without undo, since the mail gives access', async () => {
    const { id } = await makeClient(server.context, { invited: true })
    const { email } = both()
    expect((await correct(id, { email })).body).toMatchObject({ undo: null })
    expect(await deliver()).toContain(email)
  })
})
