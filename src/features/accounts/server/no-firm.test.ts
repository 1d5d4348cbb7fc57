import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import type { SystemState } from '#features/operations/api/system.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const missingFirmSettings = ['Support email', 'Terms of service']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { missingFirmSettings } })
})
afterAll(() => server.close())

const usernames = async () =>
  (await server.context.database.db.select({ name: users.username }).from(users)).map(({ name }) => name)

test("without the firm's own contacts and terms no one can be invited, and the System tab says so", async () => {
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const owner = await makeUser(server.context, { role: 'system_administrator' })
  const systemAdmin = await server.as(owner.username)
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  const before = await usernames()
  const invitation = { email: 'new@home.example', wealthManagerId: manager.id }
  const client = await admin.post('/api/send-invitation', invitation)
  expect([client.status, client.text]).toEqual([
    409,
    expect.stringContaining('Support email, Terms of service'),
  ])
  const staff = await systemAdmin.post('/api/system-admin/users', {
    username: 'new@firm.example',
    role: 'admin',
  })
  expect([staff.status, staff.text]).toEqual([
    409,
    expect.stringContaining('No one can be invited or imported yet'),
  ])
  expect(await usernames()).toEqual(before)

  const { checks } = (await systemAdmin.get('/api/system-admin/system')).body as SystemState
  expect(checks.find(({ name }) => name === 'settings')).toMatchObject({
    health: 'degraded',
    figures: [{ label: 'Firm', value: expect.stringContaining('Support email, Terms of service') }],
  })
})
