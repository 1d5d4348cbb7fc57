import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedApplication, ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const HOUR_MS = 3_600_000
const start = new Date('2026-11-20T08:00:00Z')

let server: TestServer
let now = start
let manager: MadeUser
let admin: HttpSession
let asManager: HttpSession
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Dube' })
  await signInAgain()
})
afterAll(() => server.close())

/** Sessions end before invitations do. */
async function signInAgain() {
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  asManager = await server.as(manager.username)
}

interface Credentials {
  email: string
  temporaryPassword: string
  expiresAt: string
}

let last = 0
/** A user who was invited some hours ago. */
async function invitedBefore(hours: number) {
  const email = `renewed${(last += 1)}@test.example`
  const body = { email, fullName: 'Thabo Nkosi', wealthManagerId: manager.id }
  const { temporaryPassword } = (await admin.post('/api/send-invitation', body)).body as Credentials
  now = new Date(now.getTime() + hours * HOUR_MS)
  await signInAgain()
  const [row] = (await admin.get(`/api/admin/applications?search=${email}`)).body as ListedApplication[]
  if (row === undefined) throw new Error('No user was invited.')
  return { email, temporaryPassword, applicationId: row.id, userId: row.userId }
}

const renew = (session: HttpSession, id: string) => session.post(`/api/admin/applications/${id}/invitation`)
const signIn = (username: string, password: string) =>
  server.visit().post('/api/login', { username, password })
const templatesTo = async (email: string) =>
  (await mailsTo(server.context, email)).map(({ template }) => template)

describe('an expired invitation', () => {
  test.each<[string, () => HttpSession]>([
    ['an admin', () => admin],
    ['the manager of the client', () => asManager],
  ])('is renewed by %s: the new password signs in, the old one no longer', async (_, by) => {
    const { email, temporaryPassword, applicationId, userId } = await invitedBefore(73)
    expect((await signIn(email, temporaryPassword)).status).toBe(401)
    const answer = await renew(by(), applicationId)
    const renewed = answer.body as Credentials
    expect([answer.status, renewed]).toMatchObject([
      200,
      { email, expiresAt: new Date(now.getTime() + 72 * HOUR_MS).toISOString() },
    ])
    expect((await signIn(email, temporaryPassword)).status).toBe(401)
    expect((await signIn(email, renewed.temporaryPassword)).body).toMatchObject({ mustChangePassword: true })
    const mails = await mailsTo(server.context, email)
    expect(mails.map(({ template }) => template)).toEqual(['invitation', 'invitation'])
    expect(mails[1]?.text).toContain('/welcome#')
    expect(mails[1]?.text).not.toContain(renewed.temporaryPassword)
    expect(mails[1]?.text).toContain('Naledi Dube')
    expect((await auditAbout(server.context, userId)).map(({ action }) => action)).toContain('user.invited')
  })

  test('is shown and filtered, until it is renewed', async () => {
    const { applicationId } = await invitedBefore(73)
    const ranOut = async () =>
      ((await admin.get('/api/admin/applications?invitation=expired')).body as ListedApplication[]).map(
        ({ id }) => id,
      )
    expect(await ranOut()).toContain(applicationId)
    await renew(admin, applicationId)
    expect(await ranOut()).not.toContain(applicationId)
  })
})

test('a valid one becomes invalid once another is sent', async () => {
  const { email, temporaryPassword, applicationId } = await invitedBefore(1)
  const { temporaryPassword: another } = (await renew(admin, applicationId)).body as Credentials
  expect((await signIn(email, temporaryPassword)).status).toBe(401)
  expect((await signIn(email, another)).status).toBe(200)
})

test('a new password is never shown for a user who has signed in before', async () => {
  const { email, temporaryPassword, applicationId } = await invitedBefore(1)
  const begun = server.visit()
  await begun.post('/api/login', { username: email, password: temporaryPassword })
  await begun.post('/api/change-password', { newPassword: 'a lighthouse in the fog' })
  expect((await renew(asManager, applicationId)).status).toBe(409)
  expect((await begun.get('/api/user')).status).toBe(200)
})

test('users with a password and deactivated ones are not invited again', async () => {
  const here = await makeClient(server.context, { wealthManagerId: manager.id })
  const refused = await renew(admin, here.applicationId)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { detail: expect.stringContaining('has already signed in') as string },
  ])
  const gone = await makeClient(server.context, { invited: true, wealthManagerId: manager.id })
  await server.context.database.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
  expect((await renew(admin, gone.applicationId)).status).toBe(409)
  expect(await mailsTo(server.context, gone.username)).toEqual([])
})

describe('a reminder', () => {
  const remind = async (id: string, more: object = {}) =>
    admin.post(`/api/admin/applications/${id}/reminder`, more)

  test('to a client who never signed in is an invitation, and needs confirmation after one a day', async () => {
    const { email, applicationId } = await invitedBefore(73)
    const answer = await remind(applicationId)
    expect([answer.status, (answer.body as ReviewedApplication).invitedUntil]).toEqual([
      200,
      new Date(now.getTime() + 72 * HOUR_MS).toISOString(),
    ])
    expect(await templatesTo(email)).toEqual(['invitation', 'invitation'])
    expect((await remind(applicationId)).body).toMatchObject({ code: 'sent-recently' })
    expect(await templatesTo(email)).toEqual(['invitation', 'invitation'])
  })

  test('to a client who signed in before is a reminder', async () => {
    const { username, applicationId } = await makeClient(server.context, { wealthManagerId: manager.id })
    expect((await remind(applicationId)).status).toBe(200)
    expect(await templatesTo(username)).toEqual(['application-reminder'])
  })
})

describe('inviting an address that exists', () => {
  const invite = async (session: HttpSession, email: string) =>
    (await session.post('/api/send-invitation', { email, wealthManagerId: manager.id })).body

  test('names the application of a client in scope, and whether they signed in', async () => {
    const { email, applicationId } = await invitedBefore(1)
    for (const session of [admin, asManager]) {
      expect(await invite(session, email)).toMatchObject({
        code: 'account-exists',
        existing: { applicationId, invitedUntil: expect.any(String) as string },
      })
    }
    const here = await makeClient(server.context, { wealthManagerId: manager.id })
    expect(await invite(admin, here.username)).toMatchObject({
      existing: { applicationId: here.applicationId, invitedUntil: null },
    })
  })

  test('names no one else', async () => {
    const elsewhere = await makeClient(server.context, {})
    expect(await invite(asManager, elsewhere.username)).not.toHaveProperty('existing')
    expect(await invite(admin, manager.username)).not.toHaveProperty('existing')
  })
})
