import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { temporaryPasswords } from '#features/access/schema/sign-in-schema.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deleteExpiredSignIns } from './delete-expired-sign-ins.ts'
import {
  generateTemporaryPassword,
  issueTemporaryPassword,
  temporaryPasswordLifetimes,
} from './temporary-passwords.ts'

const password = 'a quiet harbour wall'
const chosen = 'seven slow ferries home'
const HOUR = 60 * 60_000

let server: TestServer
let demo: TestServer
beforeAll(async () => {
  server = await startTestServer()
  demo = await startTestServer({ settings: { demo: true } })
})
afterAll(async () => {
  await server.close()
  await demo.close()
})
afterEach(() => {
  vi.useRealTimers()
})

let last = 0
const someAddress = () => `198.51.100.${(last += 1)}`
const signIn = (username: string, attempt: string) =>
  server.visit(someAddress()).post('/api/login', { username, password: attempt })
const requestReset = (username: string, where = server) =>
  where.visit(someAddress()).post('/api/request-password-reset', { username })

/** The password in the mail, which is on its own line. */
async function mailedPassword(username: string): Promise<string> {
  const mails = await mailsTo(server.context, username)
  return /^ {4}(\S{14})$/mu.exec(String(mails.at(-1)?.text))?.[1] ?? ''
}

async function issue(userId: string, purpose: keyof typeof temporaryPasswordLifetimes, now = new Date()) {
  const drawn = await generateTemporaryPassword()
  await server.context.database.db.transaction((tx) =>
    issueTemporaryPassword(tx, { userId, drawn, purpose, now }),
  )
  return drawn
}

describe('asking for a temporary password', () => {
  test('mails one to the owner, and the old password keeps working', async () => {
    const user = await makeUser(server.context, { password, fullName: 'Naledi Botha' })
    const answer = await requestReset(user.username)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('temporaryPassword')
    const [mail] = await mailsTo(server.context, user.username)
    expect(mail).toMatchObject({ template: 'forgotten-password', subject: 'Your temporary password' })
    expect(await mailedPassword(user.username)).toHaveLength(14)
    expect((await signIn(user.username, password)).status).toBe(200)
  })

  test('answers byte for byte the same where there is no such account, and sends no mail', async () => {
    const known = await makeUser(server.context, { password })
    const gone = await makeUser(server.context, { password })
    const { db } = server.context.database
    await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, gone.id))
    const answers = []
    for (const username of [known.username, gone.username, 'nobody@test.example']) {
      const { status, text, headers } = await requestReset(username)
      answers.push(JSON.stringify([status, text, [...headers].filter(([name]) => name !== 'date')]))
    }
    expect(new Set(answers).size).toBe(1)
    expect(await mailsTo(server.context, gone.username)).toEqual([])
    expect(await mailsTo(server.context, 'nobody@test.example')).toEqual([])
    const [, requested] = await auditAbout(server.context, known.id)
    expect(requested).toMatchObject({
      action: 'password.reset-requested',
      details: { username: known.username, known: true },
    })
  })

  test('shows it in demo mode only; one for a missing account is useless', async () => {
    const user = await makeUser(demo.context, { password })
    const [known, unknown] = [
      await requestReset(user.username, demo),
      await requestReset('x@test.example', demo),
    ]
    const shown: unknown = expect.stringMatching(/^.{14}$/u)
    expect(known.body).toEqual({
      message: (unknown.body as { message: string }).message,
      temporaryPassword: shown,
    })
    expect(unknown.body).toEqual({
      message: (known.body as { message: string }).message,
      temporaryPassword: shown,
    })
    const { temporaryPassword } = known.body as { temporaryPassword: string }
    const answer = await demo
      .visit()
      .post('/api/login', { username: user.username, password: temporaryPassword })
    expect(answer.body).toMatchObject({ mustChangePassword: true })
  })

  test('is possible five times an hour for an account, whether it exists or not', async () => {
    const user = await makeUser(server.context, { password })
    for (const username of [user.username, 'nobody-either@test.example']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => requestReset(username)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    }
    expect(await mailsTo(server.context, user.username)).toHaveLength(5)
  })

  test('is possible twenty times an hour from an address', async () => {
    const address = someAddress()
    const answers = await Promise.all(
      Array.from({ length: 23 }, (_, index) =>
        server.visit(address).post('/api/request-password-reset', { username: `n${index}@test.example` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  })

  test('keeps the password out of the database', async () => {
    const user = await makeUser(server.context, { password })
    await requestReset(user.username)
    const temporary = await mailedPassword(user.username)
    const { db } = server.context.database
    const stored = [
      await db.select().from(temporaryPasswords).where(eq(temporaryPasswords.userId, user.id)),
      await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, user.username)),
      await auditAbout(server.context, user.id),
    ]
    expect(temporary).toHaveLength(14)
    expect(JSON.stringify(stored)).not.toContain(temporary)
  })
})

/** Signs in with a temporary password and chooses an own one. */
async function chooseWith(username: string, temporary: string): Promise<void> {
  const browser = server.visit(someAddress())
  const signedIn = await browser.post('/api/login', { username, password: temporary })
  expect(signedIn.body).toMatchObject({ mustChangePassword: true })
  expect((await browser.post('/api/change-password', { newPassword: chosen })).status).toBe(200)
}

describe('a temporary password', () => {
  test('signs in only to choose a new one, and again until that is chosen', async () => {
    const client = await makeClient(server.context, { invited: true })
    const temporary = client.temporaryPassword ?? ''
    const browser = server.visit(someAddress())
    const answer = await browser.post('/api/login', { username: client.username, password: temporary })
    expect(answer.body).toMatchObject({ id: client.id, mustChangePassword: true })
    expect((await browser.get('/api/user')).body).toMatchObject({ mustChangePassword: true })
    const refused = await browser.get('/api/application')
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'password-change-required' })
    const again = server.visit(someAddress())
    await again.post('/api/login', { username: client.username, password: temporary })
    expect((await again.post('/api/change-password', { newPassword: chosen })).status).toBe(200)
    expect((await browser.get('/api/user')).status).toBe(401)
    const late = await signIn(client.username, temporary)
    expect(late.status).toBe(401)
    expect(late.text).toContain('has already been used')
  })

  test.each([
    ['spaces around it', (typed: string) => ` ${typed}\n`],
    ['a space in the middle', (typed: string) => `${typed.slice(0, 7)} ${typed.slice(7)}`],
    ['a zero-width space', (typed: string) => `\u200b${typed}`],
  ])('is accepted as it is pasted: %s', async (_what, paste) => {
    const user = await makeUser(server.context, { invited: true })
    expect((await signIn(user.username, paste(user.temporaryPassword ?? ''))).status).toBe(200)
  })

  test('is not asked for again by the change, and cannot be chosen', async () => {
    const user = await makeUser(server.context, { invited: true })
    const browser = server.visit(someAddress())
    const temporary = user.temporaryPassword ?? ''
    await browser.post('/api/login', { username: user.username, password: temporary })
    expect((await browser.post('/api/change-password', { newPassword: temporary })).status).toBe(400)
    expect((await browser.post('/api/change-password', { newPassword: chosen })).status).toBe(200)
    const next = { newPassword: 'another quiet harbour wall' }
    expect((await browser.post('/api/change-password', next)).body).toMatchObject({
      errors: [{ path: 'currentPassword' }],
    })
  })

  test('that staff give again ends the sessions that were to replace the previous one', async () => {
    const user = await makeUser(server.context, { invited: true })
    const browser = server.visit(someAddress())
    await browser.post('/api/login', { username: user.username, password: user.temporaryPassword ?? '' })
    await issue(user.id, 'invitation')
    expect((await browser.post('/api/change-password', { newPassword: chosen })).status).toBe(401)
  })

  test('is replaced by the chosen one, in a new session', async () => {
    const client = await makeClient(server.context, { invited: true })
    const temporary = client.temporaryPassword ?? ''
    const browser = server.visit(someAddress())
    await browser.post('/api/login', { username: client.username, password: temporary })
    const before = browser.cookies.get('session')
    const change = { currentPassword: temporary, newPassword: chosen }
    const answer = await browser.post('/api/change-password', change)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ mustChangePassword: false })
    expect(browser.cookies.get('session')).not.toBe(before)
    expect((await browser.get('/api/application')).status).toBe(200)
    expect((await signIn(client.username, chosen)).status).toBe(200)
    expect((await signIn(client.username, temporary)).status).toBe(401)
  })

  test('ends the old password, and every session begun with it, when a new one is chosen', async () => {
    const user = await makeUser(server.context, { password })
    const elsewhere = await server.as(user.username)
    const drawn = await issue(user.id, 'forgotten')
    const browser = server.visit(someAddress())
    await browser.post('/api/login', { username: user.username, password: drawn.password })
    expect((await elsewhere.get('/api/user')).status).toBe(200)
    expect((await signIn(user.username, password)).status).toBe(200)
    expect((await browser.post('/api/change-password', { newPassword: chosen })).status).toBe(200)
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await signIn(user.username, password)).status).toBe(401)
  })

  test('is used by only one of several simultaneous changes', async () => {
    const user = await makeUser(server.context, { invited: true })
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = server.visit(someAddress())
        await browser.post('/api/login', { username: user.username, password: user.temporaryPassword ?? '' })
        return browser
      }),
    )
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.post('/api/change-password', { newPassword: `${chosen} ${index}` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('can be continued in another browser', async () => {
    const user = await makeUser(server.context, { invited: true })
    const browser = server.visit(someAddress())
    const first = { username: user.username, password: user.temporaryPassword ?? '' }
    await browser.post('/api/login', first)
    // The browser was closed and reopened: its cookie still works.
    const reopened = server.visit(someAddress())
    reopened.cookies.set('session', browser.cookies.get('session') ?? '')
    expect((await reopened.get('/api/user')).body).toMatchObject({ mustChangePassword: true })
    // The same temporary password works on another device, and ends the first session.
    const other = server.visit(someAddress())
    expect((await other.post('/api/login', first)).body).toMatchObject({ mustChangePassword: true })
    expect((await other.post('/api/change-password', { newPassword: chosen })).status).toBe(200)
    expect((await reopened.get('/api/user')).status).toBe(401)
  })

  test('still authorises the change after another one was requested', async () => {
    const user = await makeUser(server.context, { invited: true })
    const browser = server.visit(someAddress())
    const temporary = user.temporaryPassword ?? ''
    await browser.post('/api/login', { username: user.username, password: temporary })
    await requestReset(user.username)
    const stray = await mailedPassword(user.username)
    const change = { currentPassword: temporary, newPassword: chosen }
    expect((await browser.post('/api/change-password', change)).status).toBe(200)
    expect((await signIn(user.username, stray)).status).toBe(401)
  })

  test('given by staff is replaced by the next one that they give', async () => {
    const user = await makeUser(server.context, { invited: true })
    const second = await issue(user.id, 'staff-reset')
    expect((await signIn(user.username, user.temporaryPassword ?? '')).status).toBe(401)
    expect((await signIn(user.username, second.password)).status).toBe(200)
  })

  test.each(['invitation', 'staff-reset'] as const)(
    'given by staff (%s) stays valid when another one is requested',
    async (purpose) => {
      const user = await makeUser(server.context)
      const given = await issue(user.id, purpose)
      await requestReset(user.username)
      const askedFor = await mailedPassword(user.username)
      await chooseWith(user.username, given.password)
      // Once one was used, the other is invalid.
      expect((await signIn(user.username, askedFor)).status).toBe(401)
    },
  )

  test('on request works beside one that staff gave, and ends it', async () => {
    const user = await makeUser(server.context, { invited: true })
    await requestReset(user.username)
    const first = await mailedPassword(user.username)
    await requestReset(user.username)
    const second = await mailedPassword(user.username)
    expect((await signIn(user.username, first)).status).toBe(401)
    await chooseWith(user.username, second)
    expect((await signIn(user.username, user.temporaryPassword ?? '')).text).toContain('already been used')
  })

  test('given by staff replaces all others, since the reset may have had a reason', async () => {
    const user = await makeUser(server.context, { password })
    await requestReset(user.username)
    const stray = await mailedPassword(user.username)
    const given = await issue(user.id, 'staff-reset')
    expect((await signIn(user.username, stray)).status).toBe(401)
    expect((await signIn(user.username, given.password)).status).toBe(200)
  })

  test.each([
    ['invitation', 72 * HOUR],
    ['staff-reset', 24 * HOUR],
    ['forgotten', HOUR],
  ] as const)('for %s is valid for so long', async (purpose, lifetime) => {
    expect(temporaryPasswordLifetimes[purpose]).toBe(lifetime)
    const user = await makeUser(server.context)
    const start = Date.now()
    const drawn = await issue(user.id, purpose, new Date(start))
    vi.useFakeTimers({ toFake: ['Date'], now: start + lifetime })
    const late = await signIn(user.username, drawn.password)
    expect(late.status).toBe(401)
    expect(late.text).toContain('no longer valid')
    vi.setSystemTime(start + lifetime - 1)
    expect((await signIn(user.username, drawn.password)).status).toBe(200)
  })

  test('is invalid for a deactivated user', async () => {
    const user = await makeUser(server.context, { invited: true })
    const { db } = server.context.database
    await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, user.id))
    expect((await signIn(user.username, user.temporaryPassword ?? '')).status).toBe(401)
  })

  test('is deleted a month after its use, but an invitation stays', async () => {
    const used = await makeUser(server.context, { invited: true })
    const invited = await makeUser(server.context, { invited: true })
    await chooseWith(used.username, used.temporaryPassword ?? '')
    const inAMonth = () => new Date(Date.now() + 31 * 24 * HOUR)
    await deleteExpiredSignIns({ ...server.context, now: inAMonth })
    const left = await server.context.database.db.select().from(temporaryPasswords)
    expect(left.map(({ userId }) => userId)).toContain(invited.id)
    expect(left.map(({ userId }) => userId)).not.toContain(used.id)
  })
})
