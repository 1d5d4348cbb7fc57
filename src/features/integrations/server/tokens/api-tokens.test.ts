import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiToken } from '#features/integrations/api/api-tokens.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { apiTokens } from '#features/integrations/schema.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hashApiToken, isApiToken, newApiToken } from './token.ts'
import { warnOfExpiringTokens } from './warn-of-expiry.ts'

const PASSWORD = 'a quiet harbour wall'
const TOKENS = '/api/system-admin/api-tokens'
const DAY = 24 * 3_600_000

let now = new Date()
let server: TestServer
let administrator: MadeUser
let system: HttpSession

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  administrator = await makeUser(server.context, { role: 'system_administrator', password: PASSWORD })
})
afterAll(() => server.close())
beforeEach(async () => {
  system = await server.as(administrator.username)
})

const body = (more: object = {}) => ({
  name: 'CRM',
  scopes: ['applications.list', 'events.read'],
  networks: ['196.25.1.0/24'],
  days: 90,
  password: PASSWORD,
  ...more,
})
const rowOf = async (id: string) =>
  (await server.context.database.db.select().from(apiTokens).where(eq(apiTokens.id, id)))[0]
/** The status that a program gets. */
const statusOf = async (token: string, address = '196.25.1.7') =>
  (await server.visit(address).get('/api/v1/token', { authorization: `Bearer ${token}` })).status

test('a token has 256 random bits and a checksum: a typing error needs no look-up', () => {
  const tokens = new Set(Array.from({ length: 100 }, newApiToken))
  expect(tokens.size).toBe(100)
  for (const token of tokens) {
    expect(token).toMatch(/^obt_[\w-]{49}$/u)
    expect(isApiToken(token)).toBe(true)
    const wrong = token.replace(/.$/u, (sign) => (sign === 'A' ? 'B' : 'A'))
    expect(isApiToken(wrong) || isApiToken(`${token}A`) || isApiToken(token.slice(1))).toBe(false)
  }
})

describe('creating', () => {
  test('shows the token once, and stores its hash', async () => {
    const { status, body: made } = await system.post(TOKENS, body())
    expect(status).toBe(201)
    const { token, apiToken } = made as { token: string; apiToken: ApiToken }
    expect((await rowOf(apiToken.id))?.tokenHash).toEqual(hashApiToken(token))
    const list = await system.get(TOKENS)
    expect(list.text).not.toContain(token.slice(4, 47))
    expect(apiToken).toMatchObject({
      manager: null,
      expiresAt: new Date(now.getTime() + 90 * DAY).toISOString(),
    })
    expect(await statusOf(token)).toBe(200)
    expect((await auditAbout(server.context, apiToken.id)).map(({ action }) => action)).toEqual([
      'api-token.created',
      'api-token.first-used',
    ])
  })

  test.each([
    ['a wrong password', { password: 'wrong' }, 'password'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['application.edit'] }, 'scopes.0'],
    ['no end', { days: 0 }, 'days'],
    ['a long end', { days: 3650 }, 'days'],
    ['no network', { networks: ['196.25.1.7'] }, 'networks.0'],
    ['every network', { networks: Array.from({ length: 11 }, () => '10.0.0.0/8') }, 'networks'],
    ['an unknown manager', { managerId: '01970f5e-6f0c-7d55-8d3c-6b4d6e2f9a10' }, 'managerId'],
  ])('is refused with %s', async (_, more, path) => {
    const answer = await system.post(TOKENS, body(more))
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path }] }])
  })
})

test('rotating gives a second token with the same settings; the first ends after 24 hours', async () => {
  const { id, token } = await makeApiToken(server.context, { networks: ['196.25.1.0/24'] })
  expect((await system.post(`${TOKENS}/${id}/rotation`, { password: 'wrong' })).status).toBe(400)
  const rotated = await system.post(`${TOKENS}/${id}/rotation`, { password: PASSWORD })
  const { token: second, apiToken } = rotated.body as { token: string; apiToken: ApiToken }
  expect(apiToken).toMatchObject({ networks: ['196.25.1.0/24'], name: 'CRM' })
  expect([await statusOf(token), await statusOf(second)]).toEqual([200, 200])
  now = new Date(now.getTime() + DAY)
  expect([await statusOf(token), await statusOf(second)]).toEqual([401, 200])
  system = await server.as(administrator.username)
  expect((await system.post(`${TOKENS}/${id}/rotation`, { password: PASSWORD })).status).toBe(409)
})

test('revoking ends a token with the next request', async () => {
  const { id, token } = await makeApiToken(server.context)
  expect(await statusOf(token)).toBe(200)
  expect((await system.delete(`${TOKENS}/${id}`)).status).toBe(204)
  expect(await statusOf(token)).toBe(401)
  expect((await system.delete(`${TOKENS}/${id}`)).status).toBe(204)
  const actions = (await auditAbout(server.context, id)).map(({ action }) => action)
  expect(actions).toEqual(['api-token.first-used', 'api-token.revoked', 'api-token.refused'])
})

test('the last use is noted once a minute', async () => {
  const { id, token } = await makeApiToken(server.context)
  const first = now
  await statusOf(token, '192.0.2.7')
  now = new Date(now.getTime() + 59_000)
  await statusOf(token, '192.0.2.8')
  expect(await rowOf(id)).toMatchObject({ lastUsedAt: first, lastUsedIp: '192.0.2.7' })
  now = new Date(now.getTime() + 2000)
  await statusOf(token, '192.0.2.8')
  expect(await rowOf(id)).toMatchObject({ lastUsedAt: now, lastUsedIp: '192.0.2.8' })
})

test('its maker and the system administrators are mailed 14 days and one day before the end, once each', async () => {
  const expiresAt = new Date(now.getTime() + 20 * DAY)
  const { id: createdBy, username } = await makeUser(server.context, { role: 'system_administrator' })
  const { id } = await makeApiToken(server.context, { createdBy, expiresAt, name: 'Ledger' })
  const sent = async () =>
    (await mailsTo(server.context, username)).filter(({ text }) => text?.includes('Ledger')).length
  const counts = []
  for (const day of [0, 6, 6.1, 18, 19, 19.1]) {
    const at = new Date(expiresAt.getTime() - (20 - day) * DAY)
    await warnOfExpiringTokens({ ...server.context, now: () => at })
    counts.push(await sent())
  }
  expect(counts).toEqual([0, 1, 1, 1, 2, 2])
  expect(await rowOf(id)).toMatchObject({ warnedDays: 1 })
})
