import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const reason = 'The wrong client was chosen.'
const at = (status: ApplicationStatus, submittedAt?: Date) =>
  makeClient(server.context, {
    application: { status, ...(submittedAt && { submittedAt }) },
  })
const reopen = (id: string, body: object = { reason }) =>
  admin.post(`/api/admin/applications/${id}/reopen`, body)

test.each([
  ['approved', undefined, 'under_review'],
  ['rejected', undefined, 'under_review'],
  ['cancelled', new Date('2026-11-01T08:00:00Z'), 'under_review'],
  ['cancelled', undefined, 'draft'],
] as const)(
  '%s, submitted at %s, is reopened as %s: with a reason, recorded, and notified',
  async (from, submittedAt, to) => {
    const { username, applicationId } = await at(from, submittedAt)
    expect(await reopen(applicationId)).toMatchObject({
      status: 200,
      body: { status: to, statusReason: reason, cancelledAt: null },
    })
    const events = await auditAbout(server.context, applicationId)
    expect(events.at(-1)).toMatchObject({
      action: 'application.status-changed',
      details: { action: 'reopen', from, to },
    })
    expect(JSON.stringify(events)).not.toContain(reason)
    const mails = await mailsTo(server.context, username)
    expect(mails.map(({ template }) => template)).toEqual(['application-reopened'])
    if (to === 'draft') {
      const session = await server.as(username)
      expect((await session.put('/api/application', { city: 'Durban' })).status).toBe(200)
    }
  },
)

test.each(['draft', 'submitted', 'under_review', 'onboarded'] as const)(
  'an application that is %s cannot be reopened',
  async (status) => {
    const { applicationId } = await at(status)
    expect(await reopen(applicationId)).toMatchObject({ status: 409, body: { current: { status } } })
  },
)

test('it needs a reason, and the expected status', async () => {
  const { applicationId } = await at('rejected')
  expect((await reopen(applicationId, {})).status).toBe(400)
  expect((await reopen(applicationId, { reason, expectedStatus: 'approved' })).status).toBe(409)
  const answers = await Promise.all([reopen(applicationId), reopen(applicationId)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
