import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Progress } from '#features/applications/api/application.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { answerWithText, ask, someAnswer } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** A Wednesday without public holidays around it. */
const submittedOn = new Date('2026-11-18T08:00:00Z')
/** Three business days later. */
const PROMISED = '2026-11-23'

let server: TestServer
let today = submittedOn
beforeAll(async () => {
  server = await startTestServer({ now: () => today })
})
afterAll(() => server.close())

/** Enters closed days for the fortnight after the submission, or none. */
async function close(days: number): Promise<void> {
  const owner = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  const closedDays = Array.from({ length: days }, (_, at) => `${dayAfter(dayOf(submittedOn), at + 1)} Closed`)
  const values = { closedDays: closedDays.join('\n') }
  const saved = await owner.put('/api/firm/settings/hours', { values })
  expect([saved.status, saved.body]).toEqual([200, expect.anything()])
}

async function submitted() {
  const made = await makeUser(server.context, { role: 'wealth_manager' })
  const managerId = made.id
  await makeFaisDocument(server.context, { managerId })
  const username = `promised-${managerId}@test.example`
  const { id, applicationId } = await makeClient(server.context, {
    username,
    wealthManagerId: managerId,
    application: { answers: completeAnswers(username) },
  })
  await makeDocument(server.context, { applicationId, ownerId: id, kind: 'signedFais' })
  const session = await server.as(username)
  await session.put('/api/application', {
    confirmations: { accurate: true, terms: true, brokerReview: true },
  })
  expect((await session.post('/api/application/submit')).status).toBe(200)
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  return {
    session,
    admin,
    manager: await server.as(made.username),
    username,
    path: `/api/admin/applications/${applicationId}`,
    applicationId,
  }
}

async function shownTo(session: HttpSession, admin: HttpSession, applicationId: string) {
  const { answerBy } = (await session.get('/api/application/progress')).body as Progress
  const own = (await session.get('/api/application')).body as { answerPromisedBy: string | null }
  const list = (await admin.get('/api/admin/applications')).body as ListedApplication[]
  const row = list.find((listed) => listed.id === applicationId)
  return [answerBy, own.answerPromisedBy, row?.answerPromisedBy]
}

test('a promise stays when the firm closes later, on the page, in the list and in the next email', async () => {
  const { session, admin, manager, username, path, applicationId } = await submitted()
  expect(await shownTo(session, admin, applicationId)).toEqual([PROMISED, PROMISED, PROMISED])
  await close(10)
  expect(await shownTo(session, admin, applicationId)).toEqual([PROMISED, PROMISED, PROMISED])
  expect((await manager.patch(`${path}/status`, { status: 'under_review' })).status).toBe(200)
  const mails = await mailsTo(server.context, username)
  expect(mails.map(({ template }) => template)).toEqual(['application-submitted', 'application-status'])
  for (const mail of mails)
    expect('text' in mail && mail.text).toContain('from us by Monday 23 November 2026')
  await close(0)
})

test('what a client sends back is promised by the calendar of that day', async () => {
  const { session, admin, manager, path, applicationId } = await submitted()
  expect((await manager.patch(`${path}/status`, { status: 'under_review' })).status).toBe(200)
  await ask(manager, path, [someAnswer])
  await close(5)
  await answerWithText(session)
  const later = await shownTo(session, admin, applicationId)
  expect(later).toEqual(['2026-11-26', '2026-11-26', '2026-11-26'])
  await close(0)
  expect(await shownTo(session, admin, applicationId)).toEqual(later)
})

test('a reopening is promised by the calendar of that day', async () => {
  const { session, admin, manager, path, applicationId } = await submitted()
  for (const status of ['under_review', 'rejected'])
    expect((await manager.patch(`${path}/status`, { status, reason: 'So it is.' })).status).toBe(200)
  await close(5)
  expect((await admin.post(`${path}/reopen`, { reason: 'A mistake.' })).status).toBe(200)
  await close(0)
  expect(await shownTo(session, admin, applicationId)).toEqual(['2026-11-26', '2026-11-26', '2026-11-26'])
})

test('with Saturday hours and a year-end closure, the email, the page and the list agree on the day', async () => {
  today = new Date('2026-12-23T08:00:00Z')
  const owner = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
  const closedDays = Array.from({ length: 8 }, (_, at) => `2026-12-${24 + at} Year-end closure`).join('\n')
  const values = { saturday: '09:00-12:00', closedDays }
  expect((await owner.put('/api/firm/settings/hours', { values })).status).toBe(200)
  const { session, admin, username, applicationId } = await submitted()
  const day = '2027-01-06'
  expect(await shownTo(session, admin, applicationId)).toEqual([day, day, day])
  const { office } = (await session.get('/api/branding')).body as { office: { hours: string } }
  expect(office.hours).toContain('Saturday, 09:00–12:00')
  const [mail] = await mailsTo(server.context, username)
  expect(mail && 'text' in mail && mail.text).toContain('Wednesday 6 January 2027')
  await owner.put('/api/firm/settings/hours', { values: { saturday: '', closedDays: '' } })
  today = submittedOn
})
