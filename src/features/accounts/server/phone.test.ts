import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const NUMBER = '+27215550142'

let server: TestServer
let administrator: HttpSession

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
})
afterAll(() => server.close())

const edit = (id: string, body: object) => administrator.patch(`/api/system-admin/users/${id}`, body)

async function aManager() {
  const manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Dube' })
  return { ...manager, session: await server.as(manager.username) }
}

async function whatAClientSees(wealthManagerId: string) {
  const { username } = await makeClient(server.context, { wealthManagerId })
  return (await (await server.as(username)).get('/api/application')).body as { wealthManagerPhone: unknown }
}

describe('a wealth manager’s own number', () => {
  test('can be set by them, and is shown to their clients and in their invitations', async () => {
    const { id, session } = await aManager()
    const before = await session.get('/api/account/phone')
    expect(before.body).toEqual({ phone: null })
    const answer = await session.put('/api/account/phone', { phone: '021 555 0142' })
    expect([answer.status, answer.body]).toEqual([200, { phone: NUMBER }])
    expect(await session.get('/api/account/phone')).toMatchObject({ body: { phone: NUMBER } })
    expect(await whatAClientSees(id)).toMatchObject({ wealthManagerPhone: NUMBER })
    const email = 'thandiwe.called@test.example'
    await session.post('/api/send-invitation', { email })
    const [mail] = await mailsTo(server.context, email)
    expect(mail?.text).toContain('Call +27 21 555 0142')
  })

  test('is recorded without the number, and only when it changes', async () => {
    const { id, session } = await aManager()
    for (const phone of [NUMBER, NUMBER, '']) await session.put('/api/account/phone', { phone })
    const rows = (await auditAbout(server.context, id)).filter(
      ({ action }) => action === 'user.phone-changed',
    )
    expect(rows.map(({ details }) => details)).toEqual([{ given: true }, { given: false }])
  })

  test.each(['12345', '+27 82 123 456', 'my desk'])('is refused as %s, at the field', async (phone) => {
    const { session } = await aManager()
    const answer = await session.put('/api/account/phone', { phone })
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'phone' }] }])
  })

  test('is not shown once they are deactivated', async () => {
    const { id, session } = await aManager()
    await session.put('/api/account/phone', { phone: NUMBER })
    const { username } = await makeClient(server.context, { wealthManagerId: id })
    const successor = await aManager()
    await edit(id, { deactivated: true, clientsTo: successor.id, withoutLetter: true })
    const seen = await (await server.as(username)).get('/api/application')
    expect(seen.body).toMatchObject({ wealthManagerPhone: null })
  })
})

describe('system administrators', () => {
  test('set and remove the number of a manager', async () => {
    const { id } = await aManager()
    expect((await edit(id, { phone: '082 555 0142' })).body).toMatchObject({ phone: '+27825550142' })
    expect((await edit(id, { role: 'wealth_manager' })).body).toMatchObject({ phone: '+27825550142' })
    expect((await edit(id, { phone: '' })).body).toMatchObject({ phone: null })
  })

  test('cannot set it for other roles, and a former manager loses it', async () => {
    const client = await makeClient(server.context)
    const answer = await edit(client.id, { phone: NUMBER })
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'phone' }] }])
    const { id } = await aManager()
    await edit(id, { phone: NUMBER })
    expect((await edit(id, { role: 'admin' })).body).toMatchObject({ role: 'admin', phone: null })
  })
})
