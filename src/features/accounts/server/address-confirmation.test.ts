import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CONFIRMED_WITHIN_MS } from '#features/sign-in/rules/address-confirmation.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { addressConfirmations } from '#features/access/schema/sign-in-schema.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { confirm, mailedLink, registerUser, type Registered } from '#test/support/registration.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { createAdmin } from './create-admin.ts'
import { deleteUnconfirmedAccounts } from './unconfirmed.ts'

const LINK = '/api/confirm-address'
const MAIL = '/api/confirm-address/mail'

let server: TestServer
let aheadMs = 0

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(Date.now() + aheadMs) })
})
afterAll(() => server.close())
afterEach(() => {
  aheadMs = 0
})

let last = 0
const someAddress = () => `198.51.100.${(last += 1)}`

async function rowOf(username: string) {
  const [user] = await server.context.database.db.select().from(users).where(eq(users.username, username))
  return user
}

const waits = (userId: string) =>
  server.context.database.db.$count(addressConfirmations, eq(addressConfirmations.userId, userId))

const draftsOf = (userId: string) =>
  server.context.database.db.$count(applications, eq(applications.userId, userId))

const signIn = (
  { username, password }: Pick<Registered, 'username' | 'password'>,
  session = server.visit(someAddress()),
) => session.post('/api/login', { username, password })

const actionsAbout = async (id: string) => (await auditAbout(server.context, id)).map(({ action }) => action)

async function linkOf({ username }: Registered): Promise<string> {
  return (await mailedLink(server.context, username)).token
}

function expectRefused({ status, body }: HttpAnswer, message: RegExp): void {
  const detail: unknown = expect.stringMatching(message)
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'token', message: detail }] },
  })
}

const NOT_THIS_LINK = /doesn’t confirm the address of this account/u
const TOO_LATE = /has expired/u

describe('a registered user', () => {
  test('is signed in, fills in the draft, and submits it once the address is confirmed', async () => {
    const { username, session } = await registerUser(server)
    expect((await session.get('/api/user')).body).toMatchObject({ username, mustConfirmAddress: true })
    expect((await session.get('/api/application')).status).toBe(200)
    const saved = await session.put('/api/application', { fullName: 'Sipho Dube', currentStep: 'address' })
    expect(saved).toMatchObject({ status: 200, body: { fullName: 'Sipho Dube' } })
    const refused = await session.post('/api/application/submit')
    expect(refused).toMatchObject({ status: 403, body: { code: 'address-confirmation-required' } })
    expect((await signIn({ username, password: 'a quiet harbour wall' })).body).toMatchObject({
      mustConfirmAddress: true,
    })
  })

  test('gets no other mail before, and keeps the name that they answered', async () => {
    const user = await registerUser(server, { fullName: 'Ayanda Khumalo' })
    await user.session.put('/api/application', { fullName: 'Sipho Dube' })
    const passwords = { currentPassword: 'a quiet harbour wall', newPassword: 'another quiet harbour wall' }
    expect((await user.session.post('/api/change-password', passwords)).status).toBe(403)
    const { username } = await makeUser(server.context, { role: 'admin' })
    const admin = await server.as(username)
    const application = (await user.session.get('/api/application')).body as { id: string }
    await admin.post(`/api/admin/applications/${application.id}/reminder`, {})
    const templates = (await mailsTo(server.context, user.username)).map(({ template }) => template)
    expect(templates).toEqual(['address-confirmation'])
    expect((await user.session.post(LINK, { token: await linkOf(user) })).status).toBe(200)
    expect((await user.session.get('/api/application')).body).toMatchObject({ fullName: 'Sipho Dube' })
  })

  test('gets a link by mail, without any of their own input', async () => {
    const fullName = 'URGENT call 021 555 0000 now'
    const user = await registerUser(server, { fullName })
    const [mail, ...others] = await mailsTo(server.context, user.username)
    expect(others).toEqual([])
    expect(JSON.stringify(mail)).not.toMatch(/URGENT|0000/u)
    expect(JSON.stringify(mail)).toContain(`/confirm#${await linkOf(user)}`)
    await server.visit().post('/api/request-password-reset', { username: user.username })
    expect(JSON.stringify(await mailsTo(server.context, user.username))).not.toMatch(/URGENT|0000/u)
    expect((await rowOf(user.username))?.fullName).toBeNull()
  })
})

describe('the link', () => {
  test('confirms the address in a session of its account, which gives access and sets the name', async () => {
    const user = await registerUser(server, { fullName: 'Ayanda Khumalo' })
    const elsewhere = await server.as(user.username)
    const answer = await user.session.post(LINK, { token: await linkOf(user) })
    expect(answer).toMatchObject({
      status: 200,
      body: { mustConfirmAddress: false, fullName: 'Ayanda Khumalo' },
    })
    for (const session of [user.session, elsewhere]) {
      expect(await session.get('/api/application')).toMatchObject({
        status: 200,
        body: { fullName: 'Ayanda Khumalo', emailAddress: user.username, version: 1 },
      })
    }
    expect((await auditAbout(server.context, user.id)).at(-1)).toMatchObject({
      action: 'user.address-confirmed',
      actorId: user.id,
      success: true,
    })
    expect(await waits(user.id)).toBe(0)
  })

  test('works repeatedly, and is recorded once', async () => {
    const user = await registerUser(server)
    const token = await linkOf(user)
    const follow = (session: HttpSession) => session.post(LINK, { token })
    const second = await server.as(user.username)
    const answers = await Promise.all([follow(user.session), follow(user.session), follow(second)])
    answers.push(await follow(user.session))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const actions = await actionsAbout(user.id)
    expect(actions.filter((action) => action === 'user.address-confirmed')).toHaveLength(1)
  })

  test('of another account confirms neither, and looks unknown', async () => {
    const [user, other] = [await registerUser(server), await registerUser(server)]
    const foreign = await user.session.post(LINK, { token: await linkOf(other) })
    const invented = await user.session.post(LINK, { token: 'A'.repeat(43) })
    expectRefused(foreign, NOT_THIS_LINK)
    expect(foreign.text).toBe(invented.text)
    for (const { username } of [user, other]) expect((await rowOf(username))?.invited).toBe(true)
    // An attacker who waits for another user's click gains nothing.
    const confirmed = await server.as((await makeClient(server.context)).username)
    await confirmed.post(LINK, { token: await linkOf(other) })
    expect((await rowOf(other.username))?.invited).toBe(true)
  })

  test('does not work without a session, or after signing out', async () => {
    const user = await registerUser(server)
    const token = await linkOf(user)
    expect((await server.visit().post(LINK, { token })).status).toBe(401)
    await user.session.post('/api/logout')
    expect((await user.session.post(LINK, { token })).status).toBe(401)
    expect((await rowOf(user.username))?.invited).toBe(true)
  })

  test('expires after 72 hours', async () => {
    const user = await registerUser(server)
    const token = await linkOf(user)
    aheadMs = CONFIRMED_WITHIN_MS + 1000
    const session = server.visit(someAddress())
    expect((await signIn(user, session)).status).toBe(200)
    expectRefused(await session.post(LINK, { token }), TOO_LATE)
    expect((await rowOf(user.username))?.invited).toBe(true)
    expect(await waits(user.id)).toBe(1)
  })

  test('cannot be guessed: after ten wrong ones within an hour the right one is refused too', async () => {
    const user = await registerUser(server)
    const token = await linkOf(user)
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, index) => user.session.post(LINK, { token: `guess ${index}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(10).fill(400),
      ...Array<number>(3).fill(429),
    ])
    expect((await user.session.post(LINK, { token })).status).toBe(429)
    await confirm(server.context, await registerUser(server))
  })

  test.each([
    undefined,
    {},
    { token: '' },
    { token: 7 },
    { token: 'x'.repeat(201) },
    { token: 'x', userId: 'y' },
  ])('is refused as %j', async (body) => {
    const { session } = await registerUser(server)
    expect((await session.post(LINK, body)).status).toBe(400)
  })
})

describe('the mail', () => {
  test('can be sent again with another link, which replaces the previous one', async () => {
    const user = await registerUser(server)
    const before = await linkOf(user)
    expect(await user.session.post(MAIL)).toMatchObject({ status: 200, body: {} })
    const after = await linkOf(user)
    expect(await mailsTo(server.context, user.username)).toHaveLength(2)
    expectRefused(await user.session.post(LINK, { token: before }), NOT_THIS_LINK)
    expect((await user.session.post(LINK, { token: after })).status).toBe(200)
    expect(await actionsAbout(user.id)).toContain('user.confirmation-mailed')
  })

  test('is not sent to confirmed users, and five times a day at most', async () => {
    const user = await registerUser(server)
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await user.session.post(MAIL)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await confirm(server.context, user)
    const client = await server.as((await makeClient(server.context)).username)
    expect((await client.post(MAIL)).status).toBe(409)
  })

  test('is shown in the response only in demo mode', async () => {
    const demo = await startTestServer({ settings: { demo: true } })
    try {
      const user = await registerUser(demo)
      const { body } = await user.session.post(MAIL)
      const { link } = await mailedLink(demo.context, user.username)
      expect(link.endsWith((body as { link: string }).link)).toBe(true)
    } finally {
      await demo.close()
    }
    const { session } = await registerUser(server)
    expect((await session.post(MAIL)).body).toEqual({})
  })
})

describe('after 72 hours', () => {
  test('unconfirmed accounts are deleted, however often the link was mailed; others stay', async () => {
    const [late, confirmed, closed] = [
      await registerUser(server),
      await registerUser(server),
      await registerUser(server),
    ]
    await confirm(server.context, confirmed)
    await server.context.database.db
      .update(users)
      .set({ deactivatedAt: new Date() })
      .where(eq(users.id, closed.id))
    const invited = await makeClient(server.context, { invited: true })
    aheadMs = CONFIRMED_WITHIN_MS - 60_000
    await (await server.as(late.username)).post(MAIL)
    await deleteUnconfirmedAccounts(server.context)
    expect(await rowOf(late.username)).toBeDefined()
    aheadMs = CONFIRMED_WITHIN_MS + 60_000
    const session = await server.as(late.username)
    await deleteUnconfirmedAccounts(server.context)
    expect(await rowOf(late.username)).toBeUndefined()
    expect(await draftsOf(late.id)).toBe(0)
    expect((await session.get('/api/user')).status).toBe(401)
    expect((await auditAbout(server.context, late.id)).at(-1)).toMatchObject({
      action: 'user.deleted',
      actorId: null,
      details: { role: 'client', why: 'not-confirmed' },
    })
    for (const { username } of [confirmed, closed, invited]) expect(await rowOf(username)).toBeDefined()
    // The address is free.
    await registerUser(server, { username: late.username })
  })
})

describe('the real owner of the address', () => {
  test('takes the account over with a temporary password, without data of the registration', async () => {
    const user = await registerUser(server, { fullName: 'Not Your Name' })
    const token = await linkOf(user)
    const { username } = user
    await user.session.put('/api/application', { city: 'Not your city', idNumber: '8001015009087' })
    await server.visit(someAddress()).post('/api/request-password-reset', { username })
    const mail = (await mailsTo(server.context, username)).at(-1)
    const temporary = /^ {4}(\S+)$/mu.exec(mail && 'text' in mail ? (mail.text ?? '') : '')?.[1] ?? ''
    const owner = server.visit(someAddress())
    expect((await signIn({ username, password: temporary }, owner)).body).toMatchObject({
      mustChangePassword: true,
      mustConfirmAddress: false,
      fullName: null,
    })
    const change = { currentPassword: temporary, newPassword: 'a lighthouse in the fog' }
    expect((await owner.post('/api/change-password', change)).status).toBe(200)
    expect((await owner.get('/api/application')).body).toMatchObject({
      fullName: null,
      city: null,
      idNumber: null,
      emailAddress: username,
    })
    expect((await user.session.post(LINK, { token })).status).toBe(401)
    expect((await signIn(user)).status).toBe(401)
    expect(await waits(user.id)).toBe(0)
    aheadMs = CONFIRMED_WITHIN_MS + 1000
    await deleteUnconfirmedAccounts(server.context)
    expect(await rowOf(username)).toBeDefined()
  })

  test('can be invited: the unconfirmed account is deleted', async () => {
    const user = await registerUser(server)
    const token = await linkOf(user)
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    const asManager = await server.as(manager.username)
    const invitation = { email: user.username, fullName: 'Thandi Nkosi' }
    expect((await asManager.post('/api/send-invitation', invitation)).status).toBe(201)
    const account = await rowOf(user.username)
    expect(account).toMatchObject({
      fullName: 'Thandi Nkosi',
      wealthManagerId: manager.id,
      invited: true,
      passwordHash: null,
    })
    expect(account?.id).not.toBe(user.id)
    expect((await auditAbout(server.context, user.id)).at(-1)).toMatchObject({
      action: 'user.deleted',
      actorId: manager.id,
      details: { role: 'client', why: 'invited' },
    })
    expect((await user.session.post(LINK, { token })).status).toBe(401)
    expect((await signIn(user)).status).toBe(401)
    expect((await asManager.post('/api/send-invitation', invitation)).status).toBe(409)
  })

  test('can be given an account by an administrator, and by the command', async () => {
    const [one, other] = [await registerUser(server), await registerUser(server)]
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    const created = await (
      await server.as(username)
    ).post('/api/system-admin/users', {
      username: one.username,
      role: 'admin',
    })
    expect(created.status).toBe(201)
    await createAdmin(server.context, { email: other.username, fullName: null, another: true })
    expect((await rowOf(one.username))?.role).toBe('admin')
    expect((await rowOf(other.username))?.role).toBe('system_administrator')
  })

  test('of a confirmation and an invitation one wins; a confirmed account is not replaced', async () => {
    const { id } = await makeUser(server.context, { role: 'wealth_manager' })
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const invite = ({ username }: Registered) =>
      admin.post('/api/send-invitation', { email: username, wealthManagerId: id })
    const confirmed = await registerUser(server)
    await confirm(server.context, confirmed)
    expect((await invite(confirmed)).status).toBe(409)
    for (let n = 0; n < 5; n += 1) {
      const user = await registerUser(server)
      const token = await linkOf(user)
      const answers = await Promise.all([user.session.post(LINK, { token }), invite(user)])
      const statuses = answers.map(({ status }) => status)
      expect([
        [200, 409],
        [401, 201],
      ]).toContainEqual(statuses)
      expect((await rowOf(user.username))?.invited).toBe(statuses[0] !== 200)
    }
  })

  test('once invited, the address cannot be registered, and the invitation stays valid', async () => {
    const { username, temporaryPassword } = await makeClient(server.context, { invited: true })
    const register = { username, password: 'a quiet harbour wall' }
    expect((await server.visit(someAddress()).post('/api/register', register)).status).toBe(409)
    const answer = await signIn({ username, password: temporaryPassword ?? '' })
    expect(answer).toMatchObject({ status: 200, body: { mustConfirmAddress: false } })
  })

  test('who gets a temporary password from staff counts as invited', async () => {
    const user = await registerUser(server)
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    const path = `/api/system-admin/users/${user.id}/reset-password`
    expect((await (await server.as(username)).post(path)).status).toBe(200)
    expect((await mailsTo(server.context, user.username)).at(-1)?.template).toBe('invitation')
    expect(await waits(user.id)).toBe(0)
    aheadMs = CONFIRMED_WITHIN_MS + 60_000
    await deleteUnconfirmedAccounts(server.context)
    expect(await rowOf(user.username)).toMatchObject({ invited: true, passwordHash: null })
  })
})
