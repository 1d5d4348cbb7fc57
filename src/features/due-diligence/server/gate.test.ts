import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UncheckedApplication } from '#features/review/api/bulk-acts.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { tasks } from '#features/due-diligence/rules/tasks.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { approvals } from '#features/approvals/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { completeAndRate, dueDiligenceOn, useUnList, makePackClient } from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { todayOf } from '#test/support/today.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession
let senior: { id: string; username: string }

beforeAll(async () => {
  server = await startTestServer({ settings: { ...dueDiligenceOn, undoMs: 60_000 } })
  await useUnList(server)
  admin = await server.as(
    (await makeUser(server.context, { role: 'admin', fullName: 'Carmen Fortuin' })).username,
  )
  senior = await makeUser(server.context, { role: 'admin' })
  const { db } = server.context.database
  await db.update(users).set({ seniorManagerSince: new Date() }).where(eq(users.id, senior.id))
})
afterAll(() => server.close())

const approved = () => makePackClient(server, { status: 'approved' })
const move = async (path: string, status: string) =>
  (await admin.patch(`${path}/status`, { status })).body as ReviewedApplication
const undo = ({ undo: pending }: ReviewedApplication) =>
  admin.post(`/api/admin/held-acts/${pending?.id}/undo`)
const statusOf = async (path: string) => ((await admin.get(path)).body as ReviewedApplication).status

describe('a request for approval', () => {
  const askedMails = async (recipient: string) =>
    (await mailsTo(server.context, recipient)).filter(({ template }) => template === 'approval-asked')

  test('is mailed once to every other admin who can act, without the client’s name, and is in their list of work', async () => {
    const other = await makeUser(server.context, { role: 'admin' })
    const reader = await makeUser(server.context, { role: 'admin' })
    const { db } = server.context.database
    await db.update(users).set({ complianceSince: new Date() }).where(eq(users.id, reader.id))
    const { path, client, manager } = await approved()
    const ask = () => admin.post(`${path}/gate-override`, { reason: 'Papers follow by post.' })
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    for (const { username } of [senior, other]) {
      const mails = await askedMails(username)
      expect(mails.map(({ subject }) => subject)).toEqual(['A request for approval is waiting'])
      const text = mails[0] && 'text' in mails[0] ? mails[0].text : ''
      expect(text).toContain('Carmen Fortuin asks for an approval: Exception: onboarding with open checks.')
      expect(text).toContain('/admin/compliance')
      expect(text).not.toMatch(/Thandiwe|Nkosi|Papers follow/u)
    }
    expect(await askedMails(reader.username)).toEqual([])
    const asked = eq(approvals.applicationId, client.applicationId)
    const [request] = await db.select().from(approvals).where(asked)
    const [asker] = await db
      .select()
      .from(users)
      .where(eq(users.id, request?.askedBy ?? ''))
    expect(await askedMails(asker?.username ?? '')).toEqual([])
    await db.update(users).set({ seniorManagerSince: new Date() }).where(eq(users.id, other.id))
    const asks = { kind: 'sign-off', applicationId: client.applicationId, by: 'Carmen Fortuin' }
    const signOffs = async (of: HttpSession) => (await todayOf(of)).filter(({ kind }) => kind === 'sign-off')
    expect(await signOffs(await server.as(other.username))).toMatchObject([asks])
    expect(await signOffs(await server.as(reader.username))).toEqual([])
    expect(await signOffs(manager)).toEqual([])
  })
})

test('before many are onboarded, those that are not ready are listed with the reasons', async () => {
  const [ready, partly, open] = [await approved(), await approved(), await approved()]
  await completeAndRate(admin, ready)
  await completeAndRate(admin, partly)
  await partly.session.put('/api/application/pack/exposure?changed=1', {})
  const ids = [ready, partly, open].map(({ client }) => client.applicationId)
  const listed = async (status: string) =>
    (await admin.post('/api/admin/open-checks', { status, ids })).body as UncheckedApplication[]
  const reasons = new Map(
    (await listed('onboarded')).map(({ applicationId, notReady }) => [applicationId, notReady]),
  )
  expect(reasons.get(ids[0] ?? '') ?? []).toEqual([])
  expect(reasons.get(ids[1] ?? '')).toEqual(['Political exposure has not been sent yet.'])
  expect(reasons.get(ids[2] ?? '')).toHaveLength(7)
  expect(await listed('cancelled')).toSatisfy((all: UncheckedApplication[]) =>
    all.every(({ notReady }) => notReady.length === 0),
  )
})

describe('undo', () => {
  test('of Mark Onboarded restores the status before it, and onboarding again asks the gate', async () => {
    const person = await approved()
    await completeAndRate(admin, person)
    expect((await undo(await move(person.path, 'onboarded'))).status).toBe(200)
    expect(await statusOf(person.path)).toBe('approved')
    await person.session.put('/api/application/pack/exposure?changed=1', {})
    expect(await move(person.path, 'onboarded')).toMatchObject({ code: 'requirements-missing' })
  })

  test('of Mark Cancelled leads back to onboarded through the gate only', async () => {
    const person = await approved()
    await completeAndRate(admin, person)
    await move(person.path, 'onboarded')
    expect((await undo(await move(person.path, 'cancelled'))).status).toBe(200)
    expect(await statusOf(person.path)).toBe('onboarded')

    await person.session.put('/api/application/pack/exposure?changed=1', {})
    expect(await undo(await move(person.path, 'cancelled'))).toMatchObject({
      status: 409,
      body: {
        code: 'requirements-missing',
        detail: `${tasks.exposure.label} has not been sent yet.`,
        current: { status: 'cancelled', actions: [], missing: [{ task: 'exposure' }] },
      },
    })
    expect(await statusOf(person.path)).toBe('cancelled')
  })
})
