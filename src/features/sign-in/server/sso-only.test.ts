import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { mailsTo } from '#test/support/records.ts'
import { codeAt, password } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { withSsoOnly } from '#test/support/sso-only.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
const visit = () => server.visit(`198.51.100.${(count += 1)}`)
const login = (username: string, typed = password) =>
  visit().post('/api/login', { username, password: typed })
const staff = (role: 'admin' | 'wealth_manager' | 'system_administrator' = 'admin') =>
  makeUser(server.context, { role, password })
const set = (id: string, values: Partial<typeof users.$inferInsert>) =>
  server.context.database.db.update(users).set(values).where(eq(users.id, id))
const detailsOf = (action: string, id: string) =>
  server.context.database.db
    .select({ details: auditEvents.details, action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.objectId, id))
    .then((rows) => rows.filter((row) => row.action === action).map(({ details }) => details))
const templatesTo = async (username: string) =>
  (await mailsTo(server.context, username)).map(({ template }) => template)

describe('in force', () => {
  test('the right password of staff is refused with the provider’s name, a wrong one as ever', async () => {
    const { username, id } = await staff('wealth_manager')
    await withSsoOnly(server, async () => {
      expect(await login(username)).toMatchObject({
        status: 403,
        body: { code: 'sso-required', detail: expect.stringContaining('Microsoft') },
      })
      const wrong = await login(username, 'a loud harbour wall')
      const unknown = await login('no.one@test.example', 'a loud harbour wall')
      expect(wrong).toMatchObject({ status: 401, body: unknown.body as object })
    })
    expect(await detailsOf('session.sign-in-failed', id)).toContainEqual({ username, reason: 'sso-required' })
    expect((await login(username)).status).toBe(200)
  })

  test('clients sign in with their passwords', async () => {
    const { username } = await makeUser(server.context, { role: 'client', password })
    await withSsoOnly(server, async () => expect((await login(username)).status).toBe(200))
  })

  test('a break-glass account signs in with both factors; the others are mailed, and the log says by what', async () => {
    const other = await staff('system_administrator')
    await withSsoOnly(server, async ({ id, username, secret }) => {
      const browser = visit()
      expect((await browser.post('/api/login', { username, password })).status).toBe(200)
      expect(await templatesTo(other.username)).not.toContain('break-glass-used')
      const code = codeAt(secret, server.context.now(), 1)
      expect((await browser.post('/api/account/second-factor/code', { code })).status).toBe(200)
      expect(await templatesTo(other.username)).toContain('break-glass-used')
      expect(await templatesTo(username)).not.toContain('break-glass-used')
      expect(await detailsOf('session.signed-in', id)).toContainEqual({
        temporaryPassword: false,
        secondFactor: 'code',
        by: 'break-glass',
      })
    })
  })

  test('a forgotten password of staff is answered with the provider’s name, and opens nothing', async () => {
    const { username } = await staff()
    const client = await makeUser(server.context, { role: 'client', password })
    await withSsoOnly(server, async ({ username: breakGlass }) => {
      const ask = (who: string) => visit().post('/api/request-password-reset', { username: who })
      const answers = [await ask(username), await ask(client.username), await ask('no.one@test.example')]
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      await ask(breakGlass)
      expect(await templatesTo(username)).toContain('firm-signs-in-elsewhere')
      expect(await templatesTo(username)).not.toContain('forgotten-password')
      for (const who of [client.username, breakGlass])
        expect(await templatesTo(who)).toContain('forgotten-password')
    })
  })

  test('an invitation of staff has a link and no code', async () => {
    const administrator = await staff('system_administrator')
    const session = await server.as(administrator.username)
    const invited = 'new.colleague@test.example'
    await withSsoOnly(server, async () => {
      const body = { username: invited, role: 'admin', fullName: 'New Colleague' }
      expect((await session.post('/api/system-admin/users', body)).status).toBe(201)
    })
    const [mail] = await mailsTo(server.context, invited)
    expect(mail).toMatchObject({ template: 'staff-invitation' })
    expect(mail?.text).toContain('Sign in with Microsoft')
    expect(mail?.text).not.toContain('/invitation')
  })
})

describe('not in force, so that no one is locked out,', () => {
  test.each([
    ['is deactivated', { deactivatedAt: new Date() }],
    ['is an admin by now', { role: 'admin' }],
    ['has no second factor', { secondFactorSince: null }],
    ['has no own password', { passwordHash: null }],
  ] as const)('when the break-glass account %s', async (_why, values) => {
    const { username } = await staff()
    const administrator = await staff('system_administrator')
    await withSsoOnly(server, async ({ id }) => {
      expect((await login(username)).status).toBe(403)
      await set(id, values)
      expect((await login(username)).status).toBe(200)
      const system = await (await server.as(administrator.username)).get('/api/system-admin/system')
      expect(system.text).toContain('passwords still work')
    })
  })
})
