import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { withRealHashing } from '#test/support/argon2.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

withRealHashing()

const password = 'a quiet harbour wall'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let last = 0
const someone = () => `newcomer${(last += 1)}@test.example`
const someAddress = () => `198.51.100.${(last += 1)}`

async function userNamed(username: string) {
  const [user] = await server.context.database.db.select().from(users).where(eq(users.username, username))
  return user
}

describe('registering', () => {
  test('creates a client with a draft application, and signs it in', async () => {
    const username = someone()
    const browser = server.visit(someAddress())
    const answer = await browser.post('/api/register', { username, password, fullName: ' Ayanda Khumalo ' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ username, role: 'client', mustConfirmAddress: true, fullName: null })
    expect((await browser.get('/api/user')).body).toEqual(answer.body)
    const user = await userNamed(username)
    const rows = await server.context.database.db
      .select()
      .from(applications)
      .where(eq(applications.userId, user?.id ?? ''))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ status: 'draft', wealthManagerId: null })
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u)
  })

  test('mails the link that confirms the address, and is recorded', async () => {
    const username = someone()
    await server.visit(someAddress()).post('/api/register', { username, password })
    const mails = await mailsTo(server.context, username)
    expect(mails.map(({ template }) => template)).toEqual(['address-confirmation'])
    const user = await userNamed(username)
    const rows = await auditAbout(server.context, user?.id ?? '')
    expect(rows.map(({ action }) => action)).toEqual(['user.created', 'session.signed-in'])
    expect(rows[0]).toMatchObject({ actorId: user?.id, details: { role: 'client', by: 'registration' } })
  })

  test('lets the new client sign in again', async () => {
    const username = someone()
    await server.visit(someAddress()).post('/api/register', { username: username.toUpperCase(), password })
    const answer = await server.visit(someAddress()).post('/api/login', { username, password })
    expect(answer.status).toBe(200)
  })
})

describe('is refused, and leaves nothing behind,', () => {
  test.each(['role', 'wealthManagerId', 'id', 'status', 'mustChangePassword', 'mustConfirmAddress'])(
    'when %s is sent',
    async (field) => {
      const username = someone()
      const answer = await server
        .visit(someAddress())
        .post('/api/register', { username, password, [field]: 'admin' })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ errors: [{ path: field, message: 'This field cannot be set.' }] })
      expect(await userNamed(username)).toBeUndefined()
    },
  )

  test.each([
    ['short', 'short1!', 'New password must be at least 12 characters long'],
    ['common', 'Password123456!', 'too easy to guess'],
    ['built on the username', 'newcomer-special1', 'not based on your email address'],
  ])('for a password that is %s', async (_what, weak, message) => {
    const username = 'newcomer-special@test.example'
    const answer = await server.visit(someAddress()).post('/api/register', { username, password: weak })
    expect(answer.status).toBe(400)
    const expected: unknown = expect.stringContaining(message)
    expect(answer.body).toMatchObject({ detail: expected, errors: [{ path: 'password', message: expected }] })
    expect(await userNamed(username)).toBeUndefined()
  })

  test('for an address with an account, whose password stays unchanged', async () => {
    const user = await makeUser(server.context, { password, role: 'admin' })
    const browser = server.visit(someAddress())
    const answer = await browser.post('/api/register', {
      username: user.username,
      password: 'another quiet wall',
    })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ errors: [{ path: 'username' }] })
    expect(browser.cookies.size).toBe(0)
    const signIn = await server.visit(someAddress()).post('/api/login', { username: user.username, password })
    expect(signIn.body).toMatchObject({ role: 'admin' })
  })

  test('for all but one of simultaneous registrations of an address', async () => {
    const username = someone()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.visit(someAddress()).post('/api/register', { username, password }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await mailsTo(server.context, username)).toHaveLength(1)
  })

  test('after twenty within an hour from one address', async () => {
    const user = await makeUser(server.context)
    const address = someAddress()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        server.visit(address).post('/api/register', { username: user.username, password }),
      ),
    )
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('where self-registration is off', async () => {
    const closed = await startTestServer({ settings: { selfRegistration: false } })
    try {
      const answer = await closed.visit().post('/api/register', { username: someone(), password })
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({
        detail: 'Accounts are by invitation only. Please ask your wealth manager to invite you.',
      })
    } finally {
      await closed.close()
    }
  })
})
