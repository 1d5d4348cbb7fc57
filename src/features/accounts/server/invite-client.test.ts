import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryPasswordLifetimes } from '#features/sign-in/server/temporary-passwords.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const start = new Date('2026-11-20T08:00:00Z')

let server: TestServer
let now = start
let manager: MadeUser
let otherManager: MadeUser
let asManager: HttpSession
let asAdmin: HttpSession

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Dube' })
  otherManager = await makeUser(server.context, { role: 'wealth_manager' })
  asManager = await server.as(manager.username)
  asAdmin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

let last = 0
const someone = () => `invited${(last += 1)}@test.example`

async function applicationOf(email: string) {
  const [found] = await server.context.database.db
    .select({ user: users, application: applications })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(eq(users.username, email))
  if (found === undefined) throw new Error(`No user was invited as ${email}.`)
  return found
}

const invite = (session: HttpSession, body: unknown) => session.post('/api/send-invitation', body)

describe('an admin invites', () => {
  test('a client of the manager chosen, with a draft and a temporary password', async () => {
    const email = someone()
    const answer = await invite(asAdmin, {
      email: email.toUpperCase(),
      fullName: ' Thabo Nkosi ',
      wealthManagerId: manager.id,
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      email,
      temporaryPassword: expect.stringMatching(/^.{14}$/u),
      expiresAt: new Date(start.getTime() + temporaryPasswordLifetimes.invitation).toISOString(),
      emailed: false,
    })
    const { user, application } = await applicationOf(email)
    expect(user).toMatchObject({ role: 'client', fullName: 'Thabo Nkosi', passwordHash: null })
    expect(user.wealthManagerId).toBe(manager.id)
    expect(application).toMatchObject({ status: 'draft', wealthManagerId: manager.id })
  })

  test('by email, and the inviter is recorded', async () => {
    const email = someone()
    const { body } = await invite(asAdmin, { email, wealthManagerId: manager.id })
    const [mail] = await mailsTo(server.context, email)
    expect(mail).toMatchObject({ template: 'invitation' })
    expect(mail?.text).not.toContain((body as { temporaryPassword: string }).temporaryPassword)
    expect(mail?.text).toContain('Naledi Dube')
    const { user } = await applicationOf(email)
    const rows = await auditAbout(server.context, user.id)
    expect(rows.map(({ action, actorRole, details }) => [action, actorRole, details])).toEqual([
      ['user.created', 'admin', { role: 'client', by: 'invitation' }],
      ['user.invited', 'admin', { wealthManagerId: manager.id }],
    ])
  })

  test('a user who can sign in with the temporary password, and then only choose another', async () => {
    const email = someone()
    const { body } = await invite(asAdmin, { email, wealthManagerId: manager.id })
    const { temporaryPassword } = body as { temporaryPassword: string }
    const client = server.visit()
    const signedIn = await client.post('/api/login', { username: email, password: temporaryPassword })
    expect(signedIn.body).toMatchObject({ mustChangePassword: true })
    expect((await client.get('/api/application')).status).toBe(403)
  })

  const noManager = { path: 'wealthManagerId', message: 'Please select a wealth manager for this client.' }
  test.each([
    ['nobody', () => undefined],
    ['a user who does not exist', () => '019a0000-0000-7000-8000-000000000000'],
    ['a user who is no wealth manager', async () => (await makeUser(server.context, { role: 'admin' })).id],
    ['a wealth manager who is deactivated', deactivatedManager],
  ])('not for %s', async (_, managerId) => {
    const email = someone()
    const answer = await invite(asAdmin, { email, wealthManagerId: await managerId() })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [noManager] })
    await expect(applicationOf(email)).rejects.toThrow('No user was invited')
  })

  test('no one twice, however quickly', async () => {
    const email = someone()
    const body = { email, wealthManagerId: manager.id }
    const answers = await Promise.all([invite(asAdmin, body), invite(asAdmin, body), invite(asAdmin, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      errors: [{ path: 'email', message: 'There is already an account with this email address.' }],
    })
    expect(await mailsTo(server.context, email)).toHaveLength(1)
  })

  test.each(['', 'thabo', 'a@b.example\r\nBcc: x@y.example', '"><script>@test.example'])(
    'no address such as %j',
    async (email) => {
      const answer = await invite(asAdmin, { email, wealthManagerId: manager.id })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ errors: [{ path: 'email' }] })
    },
  )
})

async function deactivatedManager() {
  const { id } = await makeUser(server.context, { role: 'wealth_manager' })
  await server.context.database.db.update(users).set({ deactivatedAt: start }).where(eq(users.id, id))
  return id
}

describe('a wealth manager invites', () => {
  test.each([
    ['without a manager', () => undefined],
    ['naming themselves', () => manager.id],
  ])('clients of their own, %s', async (_, managerId) => {
    const email = someone()
    expect((await invite(asManager, { email, wealthManagerId: managerId() })).status).toBe(201)
    const { user, application } = await applicationOf(email)
    expect([user.wealthManagerId, application.wealthManagerId]).toEqual([manager.id, manager.id])
  })

  test('no one for another manager', async () => {
    const refused = await invite(asManager, { email: someone(), wealthManagerId: otherManager.id })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'wealthManagerId' }] } })
  })
})

test('an invitation ends after three days', async () => {
  const email = someone()
  const { body } = await invite(asAdmin, { email, wealthManagerId: manager.id })
  const credentials = { username: email, password: (body as { temporaryPassword: string }).temporaryPassword }
  now = new Date(start.getTime() + temporaryPasswordLifetimes.invitation)
  expect((await server.visit().post('/api/login', credentials)).status).toBe(401)
  now = start
})
