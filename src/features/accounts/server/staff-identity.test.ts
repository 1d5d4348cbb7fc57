import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import { mailedToken, newAddress } from '#test/support/address-change.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const PASSWORD = 'a quiet harbour wall'
const staffRoles = ['system_administrator', 'admin', 'wealth_manager'] as const

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const accountOf = async (id: string) =>
  (await server.context.database.db.select().from(users).where(eq(users.id, id)))[0]
const an = async (role: (typeof staffRoles)[number]) => {
  const user = await makeUser(server.context, { role, password: PASSWORD })
  return { ...user, session: await server.as(user.username) }
}
const unnamedManager = async () => {
  const manager = await an('wealth_manager')
  await server.context.database.db.update(users).set({ fullName: null }).where(eq(users.id, manager.id))
  return manager
}
const actionsOf = async (id: string) => (await auditAbout(server.context, id)).map(({ action }) => action)

describe.each(staffRoles)('a %s', (role) => {
  test('changes their own name, which is recorded once', async () => {
    const { id, session } = await an(role)
    for (const fullName of ['Ṱhoho Ṋemukula', 'Ṱhoho Ṋemukula']) {
      expect(await session.put('/api/account/name', { fullName })).toMatchObject({
        status: 200,
        body: { fullName },
      })
    }
    expect((await session.get('/api/user')).body).toMatchObject({ fullName: 'Ṱhoho Ṋemukula' })
    expect((await actionsOf(id)).filter((action) => action === 'user.renamed')).toHaveLength(1)
    expect((await session.put('/api/account/name', { fullName: ' ' })).status).toBe(400)
  })

  test('changes their address by a link mailed to it; the old address is notified', async () => {
    const { id, username, session } = await an(role)
    const email = newAddress()
    const asked = await session.post('/api/account/address', { email, currentPassword: PASSWORD })
    expect(asked).toMatchObject({ status: 200, body: { waiting: { email } } })
    expect((await session.get('/api/account/address')).body).toMatchObject({ waiting: { email } })
    expect((await accountOf(id))?.username).toBe(username)
    expect((await mailsTo(server.context, username)).at(-1)).toMatchObject({
      template: 'address-change-asked',
    })
    const token = await mailedToken(server, email, 'new-address')
    expect((await session.post('/api/new-address', { token })).status).toBe(200)
    expect((await accountOf(id))?.username).toBe(email)
    expect((await session.get('/api/user')).status).toBe(401)
    expect((await mailsTo(server.context, username)).at(-1)).toMatchObject({ template: 'address-changed' })
    expect(await actionsOf(id)).toEqual(
      expect.arrayContaining(['user.address-change-asked', 'user.address-changed']),
    )
  })
})

describe('a new address of the own account', () => {
  test('needs the password', async () => {
    const { id, session } = await an('admin')
    const answer = await session.post('/api/account/address', {
      email: newAddress(),
      currentPassword: 'wrong',
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'currentPassword' }] } })
    expect(await actionsOf(id)).toContain('user.address-change-failed')
  })

  test('is not the current one, nor one with an account', async () => {
    const { username, session } = await an('admin')
    const other = await an('admin')
    const ask = (email: string) => session.post('/api/account/address', { email, currentPassword: PASSWORD })
    expect((await ask(username)).status).toBe(400)
    expect((await ask(other.username)).status).toBe(409)
  })

  test('can be withdrawn by its owner, and cancelled from the old address', async () => {
    const { id, username, session } = await an('wealth_manager')
    const email = newAddress()
    await session.post('/api/account/address', { email, currentPassword: PASSWORD })
    const token = await mailedToken(server, email, 'new-address')
    expect((await session.delete('/api/account/address')).status).toBe(204)
    expect((await session.post('/api/new-address', { token })).status).toBe(400)
    await session.post('/api/account/address', { email, currentPassword: PASSWORD })
    const stop = await mailedToken(server, username, 'keep-address')
    expect((await server.visit().post('/api/keep-address', { token: stop })).status).toBeLessThan(300)
    expect((await session.get('/api/account/address')).body).toEqual({ waiting: null })
    expect((await accountOf(id))?.username).toBe(username)
  })
})

describe('a system administrator', () => {
  test('changes name and address of staff; the address counts once it is confirmed', async () => {
    const system = await an('system_administrator')
    const { id, username, session } = await an('wealth_manager')
    const email = newAddress()
    const change = { fullName: 'Naledi Khumalo', email }
    const path = `/api/system-admin/users/${id}`
    expect(await system.session.patch(path, change)).toMatchObject({
      status: 200,
      body: { fullName: 'Naledi Khumalo', username },
    })
    await system.session.patch(path, change)
    expect((await mailsTo(server.context, email)).length).toBe(1)
    const token = await mailedToken(server, email, 'new-address')
    expect((await session.post('/api/new-address', { token })).status).toBe(200)
    expect((await accountOf(id))?.username).toBe(email)
    expect(await actionsOf(id)).toEqual(expect.arrayContaining(['user.renamed', 'user.address-changed']))
  })

  test('moves the invitation of a user who has never signed in', async () => {
    const system = await an('system_administrator')
    const { id, username } = await makeUser(server.context, { role: 'admin', invited: true })
    const email = newAddress()
    expect((await system.session.patch(`/api/system-admin/users/${id}`, { email })).status).toBe(200)
    expect((await accountOf(id))?.username).toBe(email)
    expect((await mailsTo(server.context, email)).at(-1)).toMatchObject({ template: 'staff-invitation' })
    expect((await mailsTo(server.context, username)).map(({ template }) => template)).not.toContain(
      'new-address',
    )
  })

  test('corrects clients elsewhere', async () => {
    const system = await an('system_administrator')
    const { id } = await makeClient(server.context)
    const answer = await system.session.patch(`/api/system-admin/users/${id}`, { fullName: 'Sipho Dube' })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'fullName' }] } })
  })
})

describe('a wealth manager without a name gets clients, and is called by their address', () => {
  test('by invitation, also in its mail', async () => {
    const { id, username, session } = await unnamedManager()
    const { session: admin } = await an('admin')
    const { session: system } = await an('system_administrator')
    const [own, admins, systems] = [newAddress(), newAddress(), newAddress()]
    const made = [
      await session.post('/api/send-invitation', { email: own }),
      await admin.post('/api/send-invitation', { email: admins, wealthManagerId: id }),
      await system.post('/api/system-admin/users', {
        username: systems,
        role: 'client',
        wealthManagerId: id,
      }),
    ]
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    for (const address of [own, admins, systems]) {
      const [mail] = await mailsTo(server.context, address)
      expect(mail?.text).toContain(`${username} is your wealth manager.`)
    }
  })

  test('by reassignment, one, several or all', async () => {
    const { id, username } = await unnamedManager()
    const { session: admin } = await an('admin')
    const { session: system } = await an('system_administrator')
    const ofAnother = async () => {
      const from = await an('wealth_manager')
      return { from, client: await makeClient(server.context, { wealthManagerId: from.id }) }
    }
    const moved = [await ofAnother(), await ofAnother(), await ofAnother(), await ofAnother()] as const
    const answers = [
      await admin.put(`/api/admin/applications/${moved[0].client.applicationId}/wealth-manager`, {
        wealthManagerId: id,
        withoutLetter: true,
      }),
      await admin.post(`/api/admin/wealth-managers/${moved[1].from.id}/hand-over`, {
        to: id,
        withoutLetter: true,
      }),
      await system.patch(`/api/system-admin/users/${moved[2].client.id}`, { wealthManagerId: id }),
      await system.patch(`/api/system-admin/users/${moved[3].from.id}`, {
        deactivated: true,
        clientsTo: id,
        withoutLetter: true,
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(({ body }) => [200, body]))
    for (const { client } of moved) expect((await accountOf(client.id))?.wealthManagerId).toBe(id)
    const { body } = await admin.get(`/api/admin/applications/${moved[0].client.applicationId}`)
    expect(body).toMatchObject({ wealthManagerName: username })
  })
})
