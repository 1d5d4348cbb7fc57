import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import { addressChanges } from '#features/access/schema/sign-in-schema.ts'
import { mailedToken, newAddress, readdress } from '#test/support/address-change.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { registerUser } from '#test/support/registration.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const PASSWORD = 'a quiet harbour wall'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signIn = (username: string, password = PASSWORD) =>
  server.visit().post('/api/login', { username, password })
const pathOf = (id: string) => `/api/admin/clients/${id}/correction`
const waitingOf = (id: string) => `/api/admin/clients/${id}/address`
const an = async (role: 'admin' | 'wealth_manager' | 'system_administrator') =>
  server.as((await makeUser(server.context, { role })).username)

async function usernameOf(id: string) {
  const [row] = await server.context.database.db.select().from(users).where(eq(users.id, id))
  return row?.username
}

describe('a new address', () => {
  test('counts once its owner has signed in and opened the link; then every session ends', async () => {
    const { id, username, email, confirm: token, session } = await readdress(server, PASSWORD)
    const elsewhere = await server.as(username)
    expect(await usernameOf(id)).toBe(username)
    const answer = await session.post('/api/new-address', { token })
    expect([answer.status, answer.body]).toEqual([200, { email }])
    expect([(await session.get('/api/user')).status, (await elsewhere.get('/api/user')).status]).toEqual([
      401, 401,
    ])
    expect((await signIn(username)).status).toBe(401)
    expect((await signIn(email)).body).toMatchObject({ id, username: email })
    expect((await mailsTo(server.context, username)).at(-1)).toMatchObject({ template: 'address-changed' })
  })

  test('does not work with the link alone, without the account', async () => {
    const { id, username, confirm: token } = await readdress(server)
    const stranger = await server.as((await makeClient(server.context)).username)
    expect((await stranger.post('/api/new-address', { token })).status).toBe(400)
    expect((await server.visit().post('/api/new-address', { token })).status).toBe(401)
    expect(await usernameOf(id)).toBe(username)
  })

  test('invalidates temporary passwords mailed to the previous address', async () => {
    const { username, email, confirm: token, session } = await readdress(server, PASSWORD)
    await server.visit().post('/api/request-password-reset', { username })
    const mailed = (await mailsTo(server.context, username)).at(-1)
    const temporary = /^\s*(\S{14})$/mu.exec(mailed?.text ?? '')?.[1] ?? ''
    expect(temporary).toHaveLength(14)
    await session.post('/api/new-address', { token })
    expect((await signIn(email, temporary)).status).toBe(401)
  })

  test('is cancelled by the link in the mail to the previous address, without a session', async () => {
    const { id, username, confirm: token, stop, session } = await readdress(server)
    const visitor = server.visit()
    expect((await visitor.post('/api/keep-address', { token: 'a guess' })).status).toBe(400)
    expect((await visitor.post('/api/keep-address', { token: stop })).status).toBe(204)
    expect((await visitor.post('/api/keep-address', { token: stop })).status).toBe(400)
    expect((await session.post('/api/new-address', { token })).status).toBe(400)
    expect(await usernameOf(id)).toBe(username)
  })

  test('can be withdrawn by staff, and replaced by another one', async () => {
    const { id, confirm: first, session, admin } = await readdress(server)
    const email = newAddress()
    await admin.post(pathOf(id), { email })
    expect((await session.post('/api/new-address', { token: first })).status).toBe(400)
    const token = await mailedToken(server, email, 'new-address')
    expect((await admin.delete(waitingOf(id))).status).toBe(204)
    expect((await session.post('/api/new-address', { token })).status).toBe(400)
    expect((await admin.delete(waitingOf(id))).status).toBe(204)
    const stops = (await auditAbout(server.context, id)).filter(
      ({ action }) => action === 'user.address-change-stopped',
    )
    expect(stops.map(({ details }) => details)).toEqual([{ by: 'staff' }])
  })

  test('expires after three days, and is then not shown', async () => {
    const { id, applicationId, confirm: token, session, admin } = await readdress(server)
    const read = async () => (await admin.get(`/api/admin/applications/${applicationId}`)).body
    expect(await read()).toMatchObject({ newAddress: { expiresAt: expect.any(String) as string } })
    await server.context.database.db
      .update(addressChanges)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(addressChanges.userId, id))
    expect((await session.post('/api/new-address', { token })).status).toBe(400)
    expect(await read()).toMatchObject({ newAddress: null })
  })

  test('does not reveal either address to the other mailbox', async () => {
    const { username, email } = await readdress(server)
    const [toNew] = await mailsTo(server.context, email)
    const toOld = (await mailsTo(server.context, username)).at(-1)
    expect(toNew?.text).not.toContain(username)
    expect(toNew?.text).not.toContain('Thandiwe')
    expect(toOld?.text).not.toContain(email)
    expect(toOld?.text).toContain('•••@new.example')
  })

  test('of an existing account is refused, when given and when confirmed', async () => {
    const { id, email, confirm: token, session, admin } = await readdress(server)
    const other = await makeClient(server.context)
    const refused = await admin.post(pathOf(id), { email: other.username })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'account-exists' }])
    await makeUser(server.context, { username: email })
    expect((await session.post('/api/new-address', { token })).status).toBe(409)
  })

  test('replaces an unconfirmed registration', async () => {
    const { id, email, confirm: token, session } = await readdress(server)
    await registerUser(server, { username: email })
    expect((await session.post('/api/new-address', { token })).status).toBe(200)
    expect(await usernameOf(id)).toBe(email)
  })
})

test('of a client who never signed in gets the invitation at once, and the old password is invalid', async () => {
  const client = await makeClient(server.context, { invited: true, fullName: 'Thandwe' })
  const email = newAddress()
  const session = await an('system_administrator')
  const answer = await session.post(pathOf(client.id), { email })
  expect([answer.status, answer.body]).toEqual([
    200,
    { fullName: 'Thandwe', email, expiresAt: null, undo: null },
  ])
  expect((await signIn(client.username, client.temporaryPassword ?? '')).status).toBe(401)
  expect((await signIn(email, client.temporaryPassword ?? '')).status).toBe(401)
  const [mail] = await mailsTo(server.context, email)
  expect(mail).toMatchObject({ template: 'invitation' })
  const read = await (await an('admin')).get(`/api/admin/applications/${client.applicationId}`)
  expect(read.body).toMatchObject({ username: email, emailAddress: email })
})

test('cannot be given to an unconfirmed registration', async () => {
  const { id } = await registerUser(server)
  expect((await (await an('admin')).post(pathOf(id), { email: newAddress() })).status).toBe(409)
})

test('of staff is not corrected here', async () => {
  const { id } = await makeUser(server.context, { role: 'wealth_manager' })
  expect((await (await an('admin')).post(pathOf(id), { email: newAddress() })).status).toBe(404)
})

describe('a corrected name', () => {
  test('is mailed to the client, and their answers stay', async () => {
    const { id, username, applicationId } = await makeClient(server.context, { fullName: 'Thandwe Nkosi' })
    const admin = await an('admin')
    for (let time = 0; time < 2; time += 1) {
      expect((await admin.post(pathOf(id), { fullName: 'Thandiwe Nkosi' })).status).toBe(200)
    }
    const mails = await mailsTo(server.context, username)
    expect(mails.map(({ template }) => template)).toEqual(['name-corrected'])
    expect(mails[0]?.text).toContain('Dear Thandiwe,')
    const read = await admin.get(`/api/admin/applications/${applicationId}`)
    expect(read.body).toMatchObject({ accountName: 'Thandiwe Nkosi', fullName: 'Thandwe Nkosi' })
    const rows = (await auditAbout(server.context, id)).filter(
      ({ action }) => action === 'user.name-corrected',
    )
    expect(rows.map(({ details }) => details)).toEqual([{}])
  })

  test('of a client who never signed in becomes the initial answer', async () => {
    const client = await makeClient(server.context, { invited: true, fullName: 'Thandwe' })
    const admin = await an('admin')
    await admin.post(pathOf(client.id), { fullName: 'Thandiwe' })
    const read = await admin.get(`/api/admin/applications/${client.applicationId}`)
    expect(read.body).toMatchObject({ fullName: 'Thandiwe' })
    expect(await mailsTo(server.context, client.username)).toEqual([])
  })

  test('must not be empty', async () => {
    const { id } = await makeClient(server.context)
    const answer = await (await an('admin')).post(pathOf(id), { fullName: ' ' })
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'fullName' }] }])
  })
})

describe('a name and an address together', () => {
  const both = () => ({ fullName: 'Thandiwe Nkosi', email: newAddress() })

  test('are changed together: both are logged, and every mail has the new name', async () => {
    const { id, username } = await makeClient(server.context, { fullName: 'Thandwe Nkosi' })
    const asked = both()
    const answer = await (await an('admin')).post(pathOf(id), asked)
    expect([answer.status, answer.body]).toMatchObject([200, asked])
    const actions = (await auditAbout(server.context, id)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['user.name-corrected', 'user.address-change-asked'])
    const mails = await mailsTo(server.context, username)
    expect(mails.map(({ template }) => template)).toEqual(['name-corrected', 'address-change-asked'])
    for (const { text } of mails) expect(text).toContain('Dear Thandiwe,')
  })

  test('are both unchanged where one is refused: no name, no mail, no event', async () => {
    const { id, username } = await makeClient(server.context, { fullName: 'Thandwe Nkosi' })
    const { username: taken } = await makeClient(server.context)
    const before = await auditAbout(server.context, id)
    const answer = await (await an('admin')).post(pathOf(id), { ...both(), email: taken })
    expect([answer.status, answer.body]).toMatchObject([409, { errors: [{ path: 'email' }] }])
    const [row] = await server.context.database.db.select().from(users).where(eq(users.id, id))
    expect(row).toMatchObject({ fullName: 'Thandwe Nkosi', username })
    expect(await mailsTo(server.context, username)).toEqual([])
    expect(await auditAbout(server.context, id)).toEqual(before)
  })

  test('must include at least one', async () => {
    const { id } = await makeClient(server.context)
    expect((await (await an('admin')).post(pathOf(id), {})).status).toBe(400)
  })
})
