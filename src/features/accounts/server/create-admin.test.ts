import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryPasswordLifetimes } from '#features/sign-in/server/temporary-passwords.ts'
import { users } from '#features/access/schema/tables.ts'
import { environmentOf, runCommandFile } from '#test/support/command.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { createAdmin } from './create-admin.ts'

const now = new Date('2026-11-20T08:00:00Z')
const email = 'first@test.example'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.close())

const command = (args: string[], environment = environmentOf(server.context.settings)) =>
  runCommandFile('src/app/commands/create-admin.ts', args, environment)

const found = async (username: string) => {
  const rows = await server.context.database.db.select().from(users).where(eq(users.username, username))
  return rows[0]
}

const create = (address: string, another = false) =>
  createAdmin(server.context, { email: address, fullName: null, another })

test('of two simultaneous first ones one is created, for three days and audited', async () => {
  const addresses = [email, 'second@test.example']
  const attempts = await Promise.allSettled(addresses.map((address) => create(address)))
  expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const made = attempts.findIndex(({ status }) => status === 'fulfilled')
  expect(attempts[made]).toMatchObject({
    value: { expiresAt: new Date(now.getTime() + temporaryPasswordLifetimes.invitation) },
  })
  const user = await found(addresses[made] ?? '')
  expect(user).toMatchObject({ role: 'system_administrator', passwordHash: null })
  const rows = await auditAbout(server.context, user?.id ?? '')
  expect(rows.map(({ action, actorId, details }) => [action, actorId, details])).toEqual([
    ['user.created', null, { role: 'system_administrator', by: 'command' }],
  ])
})

test('beside a running server, another one only on request: they sign in and choose a password', async () => {
  const args = ['--email', 'Third@Test.example', '--name', 'Annelise Botha']
  const refused = await command(args)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('add --another') })
  expect(await found('third@test.example')).toBeUndefined()
  const { code, output } = await command([...args, '--another'])
  expect([code, output.includes('third@test.example')]).toEqual([0, true])
  expect(await found('third@test.example')).toMatchObject({ fullName: 'Annelise Botha' })
  const [, password] = /^ {2}(\S{14})$/mu.exec(output) ?? []
  const signedIn = await server.visit().post('/api/login', { username: 'third@test.example', password })
  expect(signedIn.body).toMatchObject({ mustChangePassword: true })
}, 90_000)

test('not for the address of an existing account', async () => {
  const taken = await create('third@test.example', true).catch((error: unknown) => String(error))
  expect(taken).toContain('There is already an account for third@test.example.')
})

test('wrong arguments show the usage', async () => {
  for (const args of [[], ['--email', 'nobody'], ['--mail', 'a@test.example']]) {
    const { code, output } = await command(args)
    expect([code, output.includes('Usage: npm run create-admin')]).toEqual([1, true])
  }
}, 90_000)

test('before the first start, in an empty database', async () => {
  const dataDir = makeFolder('onboarding-admin-')
  const database = await createTestDatabase({ empty: true })
  const environment = environmentOf({ dataDir, databaseUrl: database.url })
  try {
    const { code, output } = await command(['--email', email], environment)
    expect([code, output.includes(`${email} is now a system administrator`)]).toEqual([0, true])
    const again = await command(['--email', 'other@test.example'], environment)
    expect(again.output).toContain('There is already a system administrator')
  } finally {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 90_000)
