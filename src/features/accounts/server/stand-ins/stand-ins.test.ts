import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Absence, OwnStandIns, StandIn } from '#features/accounts/api/stand-ins.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import type { TimelineEntry } from '#features/review/api/timeline.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { todaySources } from '#app/server/today-sources.ts'
import { sendDigests } from '#features/today/server/digest.ts'
import { runBulkActions } from '#features/review/server/bulk/run-bulk-action.ts'
import { answerWithText, ask, makeReviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const start = new Date('2026-11-20T08:00:00Z').getTime()

let server: TestServer
let now = start
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
})
afterAll(() => server.close())
beforeEach(() => {
  now = start
})

async function manager(fullName: string) {
  const { id, username } = await makeUser(server.context, { role: 'wealth_manager', fullName })
  return { id, username, session: await server.as(username) }
}

/** A manager with a submitted client, and a colleague as stand-in until 22 November 2026. */
async function absence() {
  const [away, standIn] = [await manager('Pieter van Wyk'), await manager('Naledi Khoza')]
  const client = await makeClient(server.context, {
    wealthManagerId: away.id,
    application: { status: 'submitted' },
  })
  const body = { standInId: standIn.id, until: '2026-11-22' }
  const named = await away.session.put('/api/account/stand-in', body)
  expect(named.status).toBe(200)
  return { away, standIn, client, path: `/api/admin/applications/${client.applicationId}` }
}

const listOf = async (session: HttpSession) =>
  ((await session.get('/api/wealth-manager/applications')).body as ListedApplication[]).map(({ id }) => id)

test('a stand-in sees and acts for the clients until the last day, and no longer', async () => {
  const { standIn, client, path } = await absence()
  now = start + 2 * DAY_MS
  const session = await server.as(standIn.username)
  expect(await listOf(session)).toEqual([client.applicationId])
  expect((await session.get('/api/wealth-manager/application-views')).body).toMatchObject({ total: 1 })
  expect((await session.get(path)).status).toBe(200)
  now = start + 3 * DAY_MS
  const later = await server.as(standIn.username)
  expect(await listOf(later)).toEqual([])
  expect((await later.get(path)).status).toBe(404)
  expect((await later.patch(`${path}/status`, { status: 'under_review' })).status).toBe(404)
})

test('every act is recorded with the manager whom they stand in for; acts on own clients are not', async () => {
  const { away, standIn, client, path } = await absence()
  const own = await makeClient(server.context, {
    wealthManagerId: standIn.id,
    application: { status: 'submitted' },
  })
  for (const id of [client.applicationId, own.applicationId]) {
    const changed = await standIn.session.put(`/api/admin/applications/${id}/status`, { status: 'approved' })
    expect(changed.status).toBe(200)
  }
  await standIn.session.get(path)
  const about = async (id: string) =>
    (await auditAbout(server.context, id)).filter(({ actorId }) => actorId === standIn.id)
  const rows = await about(client.applicationId)
  expect(rows.map(({ action }) => action)).toEqual(['application.status-changed', 'application.read'])
  expect(rows.map(({ details }) => details)).toEqual(
    rows.map(() => expect.objectContaining({ standingInFor: away.id }) as object),
  )
  expect((await about(own.applicationId)).map(({ details }) => details)).toEqual([
    { action: 'approve', from: 'submitted', to: 'approved' },
  ])
  const timeline = (await away.session.get(`${path}/timeline?part=main`)).body as TimelineEntry[]
  expect(timeline[0]?.actorName).toBe('Naledi Khoza (standing in for Pieter van Wyk)')
})

test('a bulk action includes the clients they stand in for', async () => {
  const { standIn, client } = await absence()
  const body = {
    ids: [client.applicationId],
    act: { name: 'change-status', status: 'under_review' },
  }
  const begun = await standIn.session.post('/api/admin/bulk-acts', body)
  expect(begun.status).toBeLessThan(300)
  now += 3_600_000
  await runBulkActions(server.context)
  const rows = await auditAbout(server.context, client.applicationId)
  expect(rows.filter(({ action }) => action === 'application.status-changed')).toMatchObject([
    { actorId: standIn.id, details: { to: 'under_review', standingInFor: expect.any(String) as string } },
  ])
})

test('is not passed on: who stands in for a stand-in does not see their clients', async () => {
  const { standIn, path } = await absence()
  const third = await manager('Sipho Mabaso')
  await standIn.session.put('/api/account/stand-in', { standInId: third.id, until: '2026-11-22' })
  expect((await third.session.get(path)).status).toBe(404)
})

test('the manager and an admin can end it at once', async () => {
  const first = await absence()
  expect((await first.away.session.delete('/api/account/stand-in')).status).toBe(204)
  expect((await first.standIn.session.get(first.path)).status).toBe(404)
  const second = await absence()
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const { standIns } = (await admin.get('/api/admin/application-views')).body as { standIns: StandIn[] }
  const { id } = standIns.find(({ managerId }) => managerId === second.away.id) ?? {}
  const shown = async ({ session }: typeof second.away) =>
    ((await session.get('/api/wealth-manager/application-views')).body as { standIns: StandIn[] }).standIns
  for (const concerned of [second.away, second.standIn])
    expect(await shown(concerned)).toMatchObject([{ id }])
  expect((await admin.delete(`/api/admin/stand-ins/${id}`)).status).toBe(204)
  expect(await shown(second.away)).toEqual([])
  expect((await second.standIn.session.get(second.path)).status).toBe(404)
})

test('naming another one replaces the first, who loses the clients', async () => {
  const { away, standIn, path } = await absence()
  const other = await manager('Sipho Mabaso')
  const named = await away.session.put('/api/account/stand-in', { standInId: other.id, until: '2026-11-30' })
  expect((named.body as OwnStandIns).standIn).toMatchObject({ standInId: other.id, until: '2026-11-30' })
  expect((await standIn.session.get(path)).status).toBe(404)
  expect((await other.session.get(path)).status).toBe(200)
})

test('what clients send is mailed to both', async () => {
  const { away, standIn, client } = await absence()
  const one = await makeReviewed(server, { wealthManagerId: away.id })
  await ask(away.session, one.path)
  await answerWithText(one.session)
  await one.session.post('/api/application/corrections/send', { accurate: true })
  expect(client.id).not.toBe(one.client.id)
  for (const { username } of [away, standIn]) {
    expect((await mailsTo(server.context, username)).map(({ template }) => template)).toContain(
      'corrections-answered',
    )
  }
})

test('what others decide is mailed to both, not to who decided', async () => {
  const { away, standIn, client, path } = await absence()
  const templatesTo = async (username: string) =>
    (await mailsTo(server.context, username)).map(({ template }) => template)
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  expect((await admin.patch(`${path}/status`, { status: 'cancelled' })).status).toBe(200)
  expect((await admin.post(`${path}/reopen`, { reason: 'A mistake.' })).status).toBe(200)
  for (const { username } of [away, standIn]) {
    expect(await templatesTo(username)).toEqual(['client-status', 'client-status'])
  }
  const changed = await standIn.session.put(`/api/admin/applications/${client.applicationId}/status`, {
    status: 'approved',
  })
  expect(changed.status).toBe(200)
  expect(await templatesTo(away.username)).toHaveLength(3)
  expect(await templatesTo(standIn.username)).toHaveLength(2)
})

test('an admin names a stand-in for a manager who is ill, changes it and ends it; recorded as the admin’s act', async () => {
  const { username: adminName } = await makeUser(server.context, { role: 'admin' })
  const admin = await server.as(adminName)
  const [ill, colleague] = [await manager('Siya Ill'), await manager('Thabo Well')]
  const client = await makeClient(server.context, {
    wealthManagerId: ill.id,
    application: { status: 'submitted' },
  })
  const name = (standInId: string, until = '2026-11-22') =>
    admin.put(`/api/admin/wealth-managers/${ill.id}/stand-in`, { standInId, until })
  expect((await name(ill.id)).status).toBe(400)
  expect((await name(colleague.id, '2026-11-19')).status).toBe(400)
  expect((await name(client.id)).status).toBe(400)
  const named = (await name(colleague.id)).body as Absence[]
  expect(named.find(({ id }) => id === ill.id)).toMatchObject({
    name: 'Siya Ill',
    clients: 1,
    standIn: { standInName: 'Thabo Well', until: '2026-11-22' },
  })
  expect(await listOf(await server.as(colleague.username))).toEqual([client.applicationId])
  expect((await auditAbout(server.context, ill.id)).map(({ action }) => action)).toContain('stand-in.named')
  const standIn = named.find(({ id }) => id === ill.id)?.standIn
  expect((await admin.delete(`/api/admin/stand-ins/${standIn?.id}`)).status).toBe(204)
  expect(await listOf(await server.as(colleague.username))).toEqual([])
  const gone = await makeUser(server.context, { role: 'admin' })
  const path = `/api/admin/wealth-managers/${gone.id}/stand-in`
  expect((await admin.put(path, { standInId: colleague.id, until: '2026-11-22' })).status).toBe(404)
})

test('the digests of both count the clients, until the last day', async () => {
  const { away, standIn } = await absence()
  const waiting = async ({ username }: typeof away) =>
    (await mailsTo(server.context, username))
      .filter(({ template }) => template === 'staff-digest')
      .map(({ subject }) => subject)
  await sendDigests(server.context, todaySources)
  expect(await waiting(away)).toHaveLength(1)
  expect(await waiting(standIn)).toEqual(await waiting(away))
  now = start + 3 * DAY_MS
  await sendDigests(server.context, todaySources)
  expect(await waiting(away)).toHaveLength(2)
  expect(await waiting(standIn)).toHaveLength(1)
})

test.each([
  ['oneself', 'own', '2026-11-22', 'standInId'],
  ['an admin', 'admin', '2026-11-22', 'standInId'],
  ['a day that is over', 'other', '2026-11-19', 'until'],
  ['a day in two years', 'other', '2028-11-20', 'until'],
])('refuses %s, beside its field', async (_, who, until, field) => {
  const [own, other] = [await manager('Pieter van Wyk'), await manager('Naledi Khoza')]
  const admin = await makeUser(server.context, { role: 'admin', fullName: 'Ayanda Pule' })
  const standInId = { own: own.id, other: other.id, admin: admin.id }[who]
  const refused = await own.session.put('/api/account/stand-in', { standInId, until })
  expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: field }] }])
})
