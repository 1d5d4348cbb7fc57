import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#features/access/rules/roles.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { sessions, users } from '#features/access/schema/tables.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const password = 'a quiet harbour wall'
const wrong = 'a loud harbour wall'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Addresses that no other test uses. */
let lastAddress = 0
const someAddress = () => `198.51.100.${(lastAddress += 1)}`

describe('signing in', () => {
  test.each(roles)('works for a %s, and returns the user', async (role) => {
    const user = await makeUser(server.context, { role, password, fullName: 'Lindiwe Dube' })
    const browser = server.visit(someAddress())
    const answer = await browser.post('/api/login', { username: user.username, password })
    expect(answer.status).toBe(200)
    const expected = { id: user.id, username: user.username, role, fullName: 'Lindiwe Dube' }
    expect(answer.body).toMatchObject({ ...expected, mustChangePassword: false })
    const seen = await browser.get('/api/user')
    expect(seen.body).toEqual(answer.body)
  })

  test('sets a cookie that is inaccessible to scripts and other sites', async () => {
    const user = await makeUser(server.context, { password })
    const answer = await server.visit(someAddress()).post('/api/login', { username: user.username, password })
    const [session, browser] = answer.headers.getSetCookie()
    expect(session).toMatch(/^session=[\w-]{43}; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/u)
    expect(browser).toMatch(/^browser=[\w-]{43}; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/u)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('stores only a hash of the token, and its origin', async () => {
    const user = await makeUser(server.context, { password })
    const browser = server.visit('198.51.100.250')
    await browser.post(
      '/api/login',
      { username: user.username, password },
      { 'user-agent': 'Test'.repeat(200) },
    )
    const [session] = await server.context.database.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user.id))
    expect(JSON.stringify(session)).not.toContain(browser.cookies.get('session'))
    expect(session?.tokenHash).toHaveLength(32)
    expect(session?.ip).toBe('198.51.100.250')
    expect(session?.userAgent).toHaveLength(300)
  })

  test('ignores case and blanks around the address', async () => {
    const user = await makeUser(server.context, { username: 'sipho@test.example', password })
    const answer = await server
      .visit(someAddress())
      .post('/api/login', { username: '  SIPHO@Test.Example ', password })
    expect(answer.body).toMatchObject({ id: user.id })
  })

  test('accepts a password however the keyboard composed its letters', async () => {
    const user = await makeUser(server.context, { password: 'café au lait à Paris'.normalize('NFC') })
    const typed = 'café au lait à Paris'.normalize('NFD')
    const answer = await server
      .visit(someAddress())
      .post('/api/login', { username: user.username, password: typed })
    expect(answer.status).toBe(200)
  })

  test('ends the previous session of the browser', async () => {
    const first = await makeUser(server.context, { password })
    const second = await makeUser(server.context, { password })
    const browser = server.visit(someAddress())
    await browser.post('/api/login', { username: first.username, password })
    const copy = server.visit()
    copy.cookies.set('session', browser.cookies.get('session') ?? '')
    expect((await copy.get('/api/user')).status).toBe(200)
    await browser.post('/api/login', { username: second.username, password })
    expect((await copy.get('/api/user')).status).toBe(401)
    expect((await browser.get('/api/user')).body).toMatchObject({ id: second.id })
  })

  test('is recorded', async () => {
    const user = await makeUser(server.context, { password })
    const address = someAddress()
    const browser = server.visit(address)
    await browser.post('/api/login', { username: user.username, password: wrong })
    await browser.post('/api/login', { username: user.username, password })
    await browser.post('/api/logout')
    const [, failed, signedIn, signedOut] = await auditAbout(server.context, user.id)
    expect(failed).toMatchObject({
      action: 'session.sign-in-failed',
      success: false,
      actorId: null,
      ip: address,
      details: { username: user.username, reason: 'wrong-password' },
    })
    expect(signedIn).toMatchObject({
      action: 'session.signed-in',
      success: true,
      actorId: user.id,
      ip: address,
    })
    expect(signedOut).toMatchObject({ action: 'session.signed-out', success: true, actorId: user.id })
  })
})

describe('a refused sign-in', () => {
  test('gets the same response byte for byte, whatever was wrong', async () => {
    const user = await makeUser(server.context, { password })
    const invited = await makeUser(server.context, { invited: true })
    const gone = await makeUser(server.context, { password })
    await server.context.database.db
      .update(users)
      .set({ deactivatedAt: new Date() })
      .where(eq(users.id, gone.id))
    const attempts = [
      { username: user.username, password: wrong },
      { username: invited.username, password: wrong },
      { username: 'nobody@test.example', password },
      { username: gone.username, password },
    ]
    const answers = await Promise.all(
      attempts.map(async (attempt) => {
        const { status, text, headers } = await server.visit(someAddress()).post('/api/login', attempt)
        const compared = [...headers].filter(([name]) => name !== 'date')
        return JSON.stringify([status, text, compared])
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('That email address or password is incorrect.')
    const [, failed] = await auditAbout(server.context, gone.id)
    expect(failed?.details).toEqual({ username: gone.username, reason: 'deactivated' })
  })

  test.each([
    ['no password', { username: 'a@test.example' }, 'password'],
    ['an empty password', { username: 'a@test.example', password: '' }, 'password'],
    ['an overlong password', { username: 'a@test.example', password: 'x'.repeat(513) }, 'password'],
    ['no e-mail address', { username: 'somebody', password }, 'username'],
    ['a list for a name', { username: ['a@test.example'], password }, 'username'],
    ['a field too many', { username: 'a@test.example', password, role: 'admin' }, 'role'],
  ])('%s', async (_what, body, path) => {
    const answer = await server.visit(someAddress()).post('/api/login', body)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.body).toMatchObject({ status: 400, errors: [{ path }] })
  })

  test('a sign-in from a foreign page', async () => {
    const user = await makeUser(server.context, { password })
    const answer = await server
      .visit(someAddress())
      .post('/api/login', { username: user.username, password }, { origin: 'https://elsewhere.example' })
    expect(answer.status).toBe(403)
  })
})

describe('signing out', () => {
  test('ends the session and deletes the cookie', async () => {
    const client = await makeClient(server.context)
    const browser = await server.as(client.username)
    const token = browser.cookies.get('session') ?? ''
    const answer = await browser.post('/api/logout')
    expect([answer.status, answer.body]).toEqual([200, { stillSignedInAt: null }])
    expect(browser.cookies.has('session')).toBe(false)
    browser.cookies.set('session', token)
    expect((await browser.get('/api/user')).status).toBe(401)
  })

  test('is harmless a second time, and without a session', async () => {
    const browser = server.visit()
    expect((await browser.post('/api/logout')).status).toBe(200)
    expect((await browser.post('/api/logout')).status).toBe(200)
  })

  test('does not affect other users and devices', async () => {
    const client = await makeClient(server.context)
    const [phone, laptop] = [await server.as(client.username), await server.as(client.username)]
    await phone.post('/api/logout')
    expect((await laptop.get('/api/user')).status).toBe(200)
  })
})

test('GET /api/user returns 401 without a token, and for an invented one', async () => {
  const browser = server.visit()
  const answer = await browser.get('/api/user')
  expect(answer.status).toBe(401)
  expect(answer.body).toMatchObject({ status: 401, code: 'signed-out' })
  browser.cookies.set('session', 'x'.repeat(43))
  expect((await browser.get('/api/user')).status).toBe(401)
})

test('over HTTPS cookies are bound to the host and never sent unencrypted', async () => {
  const secure = await startTestServer({ https: true })
  try {
    const user = await makeUser(secure.context, { password })
    const browser = secure.visit()
    const answer = await browser.post('/api/login', { username: user.username, password })
    for (const cookie of answer.headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-(?:session|browser)=.*; HttpOnly; Secure; SameSite=Lax$/u)
    }
    expect((await browser.get('/api/user')).status).toBe(200)
  } finally {
    await secure.close()
  }
})
