import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Progress } from '#domain/api/application.ts'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { makeClient } from '#server/demo/factories/applications.ts'
import { makeUser, type MadeUser } from '#server/demo/factories/users.ts'
import { deliverDueMail } from '#server/mail/deliver.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
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
/** Sends what is due. @returns to whom */
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
const actionsAbout = async (id: string) => (await auditAbout(server.context, id)).map(({ action }) => action)

describe('a reminder', () => {
  test('waits ten seconds, and then leaves', async () => {
    const { username, applicationId } = await at('draft')
    const { undo: held } = await remind(applicationId)
    expect(held?.until).toBe(new Date(now.getTime() + UNDO_MS).toISOString())
    later(UNDO_MS - 1)
    expect(await deliver()).not.toContain(username)
    later(1)
    expect(await deliver()).toContain(username)
  })

  test('is taken back with its mail, as if it had not been, and the log says both', async () => {
    const { username, applicationId } = await at('draft')
    const { undo: held } = await remind(applicationId)
    const undone = await undo(held?.id)
    expect([undone.status, undone.body]).toMatchObject([200, { remindedAt: null, undo: null }])
    expect(await mailsTo(server.context, username)).toEqual([])
    expect((await actionsAbout(applicationId)).slice(-2)).toEqual([
      'application.reminded',
      'application.reminder-taken-back',
    ])
    expect((await undo(held?.id)).status).toBe(200)
    // Nothing was sent: another one is asked about no more than the first.
    expect((await remind(applicationId)).remindedAt).toBe(now.toISOString())
  })

  test('is taken back no longer once the time is over', async () => {
    const { username, applicationId } = await at('draft')
    const { undo: held } = await remind(applicationId)
    later(UNDO_MS)
    const late = await undo(held?.id)
    expect([late.status, late.body]).toMatchObject([409, { code: 'too-late' }])
    expect(await mailsTo(server.context, username)).toHaveLength(1)
  })

  test('is sent or taken back, never both', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { username, applicationId } = await at('draft')
      const { undo: held } = await remind(applicationId)
      const until = new Date(now.getTime() + UNDO_MS)
      later(UNDO_MS - 1)
      // For who delivers the time is just over, for who undoes it is not.
      const both = await Promise.all([undo(held?.id), deliver({ ...server.context, now: () => until })])
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
    '%s is taken back as a whole: nobody is told, and the client’s way is as before',
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
      expect([undone.status, undone.body]).toMatchObject([
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

  test('that somebody went on with stays', async () => {
    const { username, applicationId } = await at('submitted')
    const { undo: held } = await change(applicationId, 'approved')
    await admin.patch(`/api/admin/applications/${applicationId}/status`, { status: 'onboarded' })
    expect((await undo(held?.id, asManager)).body).toMatchObject({ code: 'too-late' })
    expect(await mailsTo(server.context, username)).toHaveLength(2)
  })
})

test('what opens an account never waits', async () => {
  const { username } = await makeClient(server.context, {})
  await server.visit().post('/api/request-password-reset', { username })
  expect(await deliver()).toContain(username)
})
