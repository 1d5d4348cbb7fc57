import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { remindOfCorrections } from '#features/corrections/server/remind.ts'
import { users } from '#features/access/schema/tables.ts'
import { ask, makeReviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { remindOfDrafts } from './automatic-reminders.ts'

const start = new Date('2026-11-20T08:00:00Z')

let server: TestServer
let now = start
let managerId: string
let managerName: string
beforeAll(async () => {
  server = await startTestServer({ settings: { draftReminderDays: 7 }, now: () => now })
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  managerId = manager.id
  managerName = manager.username
})
beforeEach(() => {
  now = start
})
afterAll(() => server.close())

/** Sessions end before reminders are due. */
const asManager = () => server.as(managerName)
const draft = (facts: object = {}) =>
  makeClient(server.context, { wealthManagerId: managerId, application: { createdAt: start }, ...facts })
const after = async (
  days: number,
  run: (context: TestServer['context']) => Promise<unknown> = remindOfDrafts,
) => {
  now = new Date(start.getTime() + days * DAY_MS)
  await run(server.context)
}
const remindersTo = async ({ username }: Pick<MadeClient, 'username'>, template = 'application-reminder') =>
  (await mailsTo(server.context, username)).filter((mail) => mail.template === template).length
const set = (session: HttpSession, { applicationId }: Pick<MadeClient, 'applicationId'>, on: boolean) =>
  session.put(`/api/admin/applications/${applicationId}/automatic-reminders`, { on })

describe('a draft', () => {
  test('is followed by three reminders, each after the days that the firm set', async () => {
    const client = await draft()
    const counts: number[] = []
    for (const days of [6, 7, 7, 13, 14, 21, 28, 60]) {
      await after(days)
      counts.push(await remindersTo(client))
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 3, 3, 3])
    expect((await auditAbout(server.context, client.applicationId)).at(-1)).toMatchObject({
      action: 'application.reminded',
      actorId: null,
    })
  })

  test('that was reminded of by staff waits as long again', async () => {
    const client = await draft()
    now = new Date(start.getTime() + 5 * DAY_MS)
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const path = `/api/admin/applications/${client.applicationId}/reminder`
    expect((await admin.post(path)).status).toBe(200)
    const before = await remindersTo(client)
    await after(11)
    expect(await remindersTo(client)).toBe(before)
    await after(12)
    expect(await remindersTo(client)).toBe(before + 1)
  })

  test.each<[string, (client: MadeClient) => Promise<unknown>]>([
    [
      'whose account is deactivated',
      ({ id }) =>
        server.context.database.db.update(users).set({ deactivatedAt: start }).where(eq(users.id, id)),
    ],
    [
      'whose client never signed in',
      ({ id }) => server.context.database.db.update(users).set({ invited: true }).where(eq(users.id, id)),
    ],
    ['whose reminders were stopped', async (client) => set(await asManager(), client, false)],
  ])('%s is left alone', async (_, change) => {
    const client = await draft()
    await change(client)
    await after(30)
    expect(await remindersTo(client)).toBe(0)
  })

  test('is left alone where the firm wants no reminders', async () => {
    const client = await draft()
    now = new Date(start.getTime() + 30 * DAY_MS)
    const { context } = server
    await remindOfDrafts({ ...context, settings: { ...context.settings, draftReminderDays: 0 } })
    expect(await remindersTo(client)).toBe(0)
    await after(30)
  })
})

describe('staff', () => {
  test('see whether a client is reminded, stop it and start it again', async () => {
    const client = await draft()
    const session = await asManager()
    const path = `/api/admin/applications/${client.applicationId}`
    const seen = async () => ((await session.get(path)).body as ReviewedApplication).automaticReminders
    expect(await seen()).toBe(true)
    expect((await set(session, client, false)).body).toMatchObject({ automaticReminders: false })
    expect((await set(session, client, false)).status).toBe(200)
    expect(await seen()).toBe(false)
    await set(session, client, true)
    await after(7)
    expect(await remindersTo(client)).toBe(1)
    const actions = (await auditAbout(server.context, client.applicationId)).map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith('application.reminders-'))).toEqual([
      'application.reminders-stopped',
      'application.reminders-started',
    ])
  })

  test('stop the reminders of corrections too', async () => {
    const { manager, path, client } = await makeReviewed(server)
    await ask(manager, path)
    expect((await manager.put(`${path}/automatic-reminders`, { on: false })).status).toBe(200)
    await after(8, remindOfCorrections)
    expect(await remindersTo(client, 'corrections-reminder')).toBe(0)
  })

  test('a submitted application has nothing to remind of', async () => {
    const { manager, path } = await makeReviewed(server)
    expect((await manager.get(path)).body).toMatchObject({ automaticReminders: null })
  })
})
