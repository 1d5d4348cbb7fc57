import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let managerId = ''
let colleagueId = ''
beforeAll(async () => {
  server = await startTestServer()
  managerId = (await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Dube' })).id
  colleagueId = (await makeUser(server.context, { role: 'admin', fullName: 'Johan Botha' })).id
})
afterAll(() => server.close())

async function admin(): Promise<{ id: string; session: HttpSession }> {
  const { id, username } = await makeUser(server.context, { role: 'admin' })
  return { id, session: await server.as(username) }
}

const client = async (): Promise<string> =>
  (await makeClient(server.context, { wealthManagerId: managerId })).applicationId

type AccountLimit = 'invitations' | 'staffMails' | 'mentions' | 'mailsToOne' | 'changesOfOne'

/** Uses up a limit except for one more. */
async function useUp(name: AccountLimit, key: string): Promise<void> {
  for (let times = 1; times < limits[name].points; times += 1)
    await countWithin(server.context, [name, key, ''])
}

function expectThrottled({ status, headers, body }: HttpAnswer, detail: string): void {
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((body as { detail: string }).detail).toContain(detail)
}

test('invitations are limited by the hour: one above the limit sends no mail', async () => {
  const { id, session } = await admin()
  await useUp('invitations', id)
  const invite = (email: string) =>
    session.post('/api/send-invitation', { email, wealthManagerId: managerId })
  expect((await invite('last@people.example')).status).toBe(201)
  expectThrottled(await invite('stranger@people.example'), 'You’ve sent too many emails in the last hour.')
  expect(await mailsTo(server.context, 'stranger@people.example')).toEqual([])
  const other = await admin()
  const answer = await other.session.post('/api/send-invitation', {
    email: 'stranger@people.example',
    wealthManagerId: managerId,
  })
  expect(answer.status).toBe(201)
})

test('what is refused does not count', async () => {
  const { id, session } = await admin()
  await useUp('invitations', id)
  const body = { email: 'twice@people.example', wealthManagerId: 'not an id' }
  for (let times = 0; times < 3; times += 1)
    expect((await session.post('/api/send-invitation', body)).status).toBe(400)
  const answer = await session.post('/api/send-invitation', { ...body, wealthManagerId: managerId })
  expect(answer.status).toBe(201)
})

test('mentions are limited by the hour, notes are not', async () => {
  const { id, session } = await admin()
  await useUp('mentions', id)
  const path = `/api/admin/applications/${await client()}/notes`
  const note = (mentions: string[]) =>
    session.post(path, { subject: { kind: 'application' }, text: 'Please look.', mentions })
  expect((await note([colleagueId])).status).toBe(201)
  expectThrottled(await note([colleagueId]), 'too many emails')
  expect((await note([])).status).toBe(201)
})

test('mails to one client a day are limited across all staff', async () => {
  const { session } = await admin()
  const { session: other } = await admin()
  const made = await makeClient(server.context, { wealthManagerId: managerId })
  await useUp('mailsToOne', `POST /api/admin/clients/{id}/correction ${made.id}`)
  const rename = (staff: HttpSession, fullName: string) =>
    staff.post(`/api/admin/clients/${made.id}/correction`, { fullName })
  expect((await rename(session, 'Thandi Nkosi')).status).toBe(200)
  expectThrottled(await rename(other, 'Thandi Khumalo'), 'too many emails of this kind today')
})

test('a forced reminder is sent to a client three times a day at most', async () => {
  const { session } = await admin()
  const path = `/api/admin/applications/${await client()}/reminder`
  const statuses: number[] = []
  for (let times = 0; times < 4; times += 1) statuses.push((await session.post(path, { again: true })).status)
  expect(statuses.slice(0, 3).every((status) => status < 300)).toBe(true)
  expectThrottled(await session.post(path, { again: true }), 'has already had 3 emails of this kind')
})
