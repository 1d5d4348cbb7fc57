import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { inLineForUser } from '#test/support/in-line.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const password = 'a quiet harbour wall'
const chosen = 'seven slow ferries home'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let last = 0
const someAddress = () => `198.51.100.${(last += 1)}`
const signIn = (username: string, attempt: string) =>
  server.visit(someAddress()).post('/api/login', { username, password: attempt })

async function someone() {
  const user = await makeUser(server.context, { password, role: 'wealth_manager' })
  return { user, browser: await server.as(user.username) }
}

describe('choosing a new password', () => {
  test('makes it the one that signs in', async () => {
    const { user, browser } = await someone()
    const answer = await browser.post('/api/change-password', {
      currentPassword: password,
      newPassword: chosen,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id: user.id, mustChangePassword: false })
    expect((await signIn(user.username, password)).status).toBe(401)
    expect((await signIn(user.username, chosen)).status).toBe(200)
  })

  test('ends every other session, and replaces the one of this browser', async () => {
    const { user, browser } = await someone()
    const elsewhere = await server.as(user.username)
    const stolen = server.visit()
    stolen.cookies.set('session', browser.cookies.get('session') ?? '')
    await browser.post('/api/change-password', { currentPassword: password, newPassword: chosen })
    expect((await browser.get('/api/user')).status).toBe(200)
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await stolen.get('/api/user')).status).toBe(401)
  })

  test('is recorded, and announced by email', async () => {
    const { user, browser } = await someone()
    await browser.post('/api/change-password', { currentPassword: 'not it at all', newPassword: chosen })
    await browser.post('/api/change-password', { currentPassword: password, newPassword: chosen })
    const rows = await auditAbout(server.context, user.id)
    expect(rows.map(({ action, success }) => [action, success])).toEqual([
      ['user.created', true],
      ['password.change-failed', false],
      ['password.changed', true],
    ])
    const mails = await mailsTo(server.context, user.username)
    expect(mails.map(({ template }) => template)).toEqual(['password-changed'])
  })

  test('forgets other browsers that knew the old one', async () => {
    const { user, browser } = await someone()
    const other = server.visit(someAddress())
    await other.post('/api/login', { username: user.username, password })
    await browser.post('/api/change-password', { currentPassword: password, newPassword: chosen })
    await Promise.all(Array.from({ length: 5 }, () => signIn(user.username, password)))
    const attempt = { username: user.username, password: chosen }
    expect((await other.post('/api/login', attempt)).status).toBe(429)
    expect((await browser.post('/api/login', attempt)).status).toBe(200)
  })

  test('happens once for two simultaneous requests', async () => {
    const { user, browser } = await someone()
    const [first, second] = await inLineForUser(
      server,
      user.id,
      [chosen, 'nine patient lighthouses'].map(
        (newPassword) => () =>
          browser.post('/api/change-password', { currentPassword: password, newPassword }),
      ),
    )
    expect([first?.status, second?.status]).toEqual([200, 401])
    const mails = await mailsTo(server.context, user.username)
    expect(mails).toHaveLength(1)
  })
})

describe('is refused', () => {
  test('for a wrong current password, at that field', async () => {
    const { user, browser } = await someone()
    const answer = await browser.post('/api/change-password', {
      currentPassword: 'not it at all',
      newPassword: chosen,
    })
    expect(answer.status).toBe(400)
    const message = 'Your current password is incorrect'
    expect(answer.body).toMatchObject({ detail: message, errors: [{ path: 'currentPassword', message }] })
    expect((await signIn(user.username, password)).status).toBe(200)
  })

  test.each([
    ['short', 'short1!', 'New password must be at least 12 characters long'],
    ['long', 'x'.repeat(129), 'New password must be at most 128 characters long'],
    ['common', 'Password123456!', 'too easy to guess'],
    ['built on the firm', 'ProteaPrivateWealth1', 'the firm’s name'],
    ['the current one', password, 'different from your current one'],
  ])('for a new password that is %s', async (_what, newPassword, message) => {
    const { browser } = await someone()
    const answer = await browser.post('/api/change-password', { currentPassword: password, newPassword })
    expect(answer.status).toBe(400)
    const expected: unknown = expect.stringContaining(message)
    expect(answer.body).toMatchObject({ errors: [{ path: 'newPassword', message: expected }] })
  })

  test('to anonymous callers', async () => {
    const change = { currentPassword: password, newPassword: chosen }
    expect((await server.visit().post('/api/change-password', change)).status).toBe(401)
  })

  test('after five wrong current passwords, also simultaneous ones', async () => {
    const { browser } = await someone()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        browser.post('/api/change-password', {
          currentPassword: `guess number ${index}`,
          newPassword: chosen,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    const right = { currentPassword: password, newPassword: chosen }
    expect((await browser.post('/api/change-password', right)).status).toBe(429)
  })
})
