import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { invitationLinks } from '#features/access/schema/sign-in-schema.ts'
import { mailedToken } from '#test/support/address-change.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deleteExpiredSignIns } from './delete-expired-sign-ins.ts'

const HOUR_MS = 3_600_000
const own = 'a lighthouse in the fog'
const start = new Date('2026-11-20T08:00:00Z')

let server: TestServer
let now = start
let manager: { id: string; username: string }
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Dube' })
})
beforeEach(() => {
  now = start
})
afterAll(() => server.close())

let last = 0
const someAddress = () => `203.0.113.${(last += 1)}`
async function invite() {
  const email = `arrives${(last += 1)}@test.example`
  const session = await server.as(manager.username)
  const answer = await session.post('/api/send-invitation', { email, fullName: 'Thabo Nkosi' })
  if (answer.status >= 300) throw new Error(answer.text)
  const { temporaryPassword } = answer.body as { temporaryPassword: string }
  return { email, temporaryPassword, token: await mailedToken(server, email, 'welcome') }
}
const press = (token: string, browser: HttpSession = server.visit(someAddress())) =>
  browser.post('/api/invitation', { token })

describe('the link of an invitation', () => {
  test('signs in to choose a password, and is used up by that', async () => {
    const { email, token, temporaryPassword } = await invite()
    const browser = server.visit(someAddress())
    const arrived = await press(token, browser)
    expect(arrived).toMatchObject({ status: 200, body: { username: email, mustChangePassword: true } })
    expect((await browser.get('/api/application')).status).toBe(403)
    const chosen = await browser.post('/api/change-password', { newPassword: own })
    expect(chosen).toMatchObject({ status: 200, body: { mustChangePassword: false } })
    expect((await browser.get('/api/application')).status).toBe(200)
    expect((await server.visit().post('/api/login', { username: email, password: own })).status).toBe(200)
    const again = await press(token)
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('already used')])
    const old = await server.visit().post('/api/login', { username: email, password: temporaryPassword })
    expect(old.status).toBe(401)
  })

  test('works again until a password is chosen, also in another browser and as a typed code', async () => {
    const { email, token } = await invite()
    expect((await press(token)).status).toBe(200)
    now = new Date(start.getTime() + 71 * HOUR_MS)
    const typed = token.toLowerCase().replaceAll(/.{4}/gu, '$& - ')
    expect(await press(typed)).toMatchObject({ status: 200, body: { username: email } })
  })

  test('is not used up by opening its page', async () => {
    const { token } = await invite()
    for (const method of ['GET', 'HEAD'])
      await fetch(`${server.url}/welcome?token=${token}`, { method, redirect: 'manual' })
    expect((await press(token)).status).toBe(200)
  })

  test('expires with the invitation, and is replaced by the next one', async () => {
    const { email, token } = await invite()
    now = new Date(start.getTime() + 72 * HOUR_MS)
    const late = await press(token)
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('expired')])
    const session = await server.as(manager.username)
    const [row] = (await session.get(`/api/wealth-manager/applications?search=${email}`)).body as {
      id: string
    }[]
    expect((await session.post(`/api/admin/applications/${row?.id}/invitation`)).status).toBe(200)
    expect((await press(token)).status).toBe(400)
    expect((await press(await mailedToken(server, email, 'welcome'))).status).toBe(200)
  })

  test('opens no deactivated account', async () => {
    const { email, token } = await invite()
    const admin = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
    const [user] = (await admin.get(`/api/system-admin/users?search=${email}`)).body as { id: string }[]
    const answer = await admin.patch(`/api/system-admin/users/${user?.id}`, { deactivated: true })
    expect(answer.status).toBe(200)
    expect((await press(token)).status).toBe(400)
  })

  test('is stored as a hash only, and deleted with the temporary password', async () => {
    const { token } = await invite()
    const { db } = server.context.database
    const browser = server.visit(someAddress())
    const { id } = (await press(token, browser)).body as { id: string }
    const stored = () => db.select().from(invitationLinks).where(eq(invitationLinks.userId, id))
    expect(JSON.stringify(await stored())).not.toContain(token)
    await browser.post('/api/change-password', { newPassword: own })
    now = new Date(start.getTime() + 31 * 24 * HOUR_MS)
    await deleteExpiredSignIns(server.context)
    expect(await stored()).toEqual([])
  })

  test('an intercepted one cannot pass the second factor of an account that has one', async () => {
    const { email, token } = await invite()
    await server.context.database.db.execute(
      sql`update users set second_factor_since = ${start.toISOString()} where username = ${email}`,
    )
    const browser = server.visit(someAddress())
    expect(await press(token, browser)).toMatchObject({ status: 200, body: { secondFactor: 'due' } })
    expect((await browser.post('/api/change-password', { newPassword: own })).status).toBe(403)
  })
})

describe('guessing', () => {
  test('counts against the address like a sign-in, and blocks it', async () => {
    const browser = server.visit(someAddress())
    const statuses: number[] = []
    for (let guess = 0; guess < 22; guess += 1) statuses.push((await press(`guess ${guess}`, browser)).status)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400))
    expect(statuses.slice(20)).toEqual([429, 429])
    const { token } = await invite()
    expect((await press(token, browser)).status).toBe(429)
  })

  test('takes the same steps of time whether the code is unknown, used or expired', async () => {
    const { token } = await invite()
    const browser = server.visit(someAddress())
    await press(token, browser)
    await browser.post('/api/change-password', { newPassword: own })
    for (const code of [token, 'unknown']) {
      const began = performance.now()
      expect((await press(code)).status).toBe(400)
      expect(performance.now() - began).toBeGreaterThanOrEqual(100)
    }
  })

  test('is recorded', async () => {
    const { email, token } = await invite()
    const browser = server.visit(someAddress())
    const { id } = (await press(token, browser)).body as { id: string }
    await browser.post('/api/change-password', { newPassword: own })
    await press(token)
    expect((await auditAbout(server.context, id)).at(-1)).toMatchObject({
      action: 'session.sign-in-failed',
      details: { username: email, reason: 'temporary-password-used' },
    })
  })
})
