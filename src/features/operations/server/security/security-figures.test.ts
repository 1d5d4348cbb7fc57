import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SecurityMetrics } from '#features/operations/api/security.ts'
import { suspiciousEvents } from '#features/audit/rules/security/security-events.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { isSuspicious } from '#features/audit/server/row-conditions.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const CLEAR = '/api/admin/security/clear-suspicious-ip'
const HOUR_MS = 60 * 60_000

let server: TestServer
let admin: HttpSession
let now = new Date('2026-11-20T10:30:00Z')
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

async function metrics(): Promise<SecurityMetrics> {
  const answer = await admin.get('/api/admin/security/metrics')
  expect(answer.status).toBe(200)
  return answer.body as SecurityMetrics
}

const ago = (ms: number) => new Date(now.getTime() - ms)

async function log(
  action: string,
  at: Date,
  facts: { success?: boolean; ip?: string; details?: object } = {},
) {
  const { success = false, ip = '198.51.100.1', details = {} } = facts
  await server.context.database.pool.query(
    'insert into audit_events (at, action, success, ip, details) values ($1, $2, $3, $4, $5)',
    [at, action, success, ip, details],
  )
}

const failed = (at: Date, ip?: string, reason = 'wrong-password') =>
  log('session.sign-in-failed', at, { details: { reason }, ...(ip !== undefined && { ip }) })

test('failed sign-ins count for 24 hours, by hour and by address', async () => {
  const before = await metrics()
  await failed(ago(24 * HOUR_MS + 1))
  await failed(ago(24 * HOUR_MS - 1), '198.51.100.2')
  await failed(ago(23.5 * HOUR_MS), '198.51.100.2')
  await failed(ago(1), '2001:db8::7')
  await log('session.signed-in', ago(1), { success: true })
  const { failedLoginsLast24h, failedLoginsByHour, topFailedIPs, totalSecurityEvents } = await metrics()
  expect(failedLoginsLast24h - before.failedLoginsLast24h).toBe(3)
  expect(failedLoginsByHour.map((each) => each.failed)).toEqual([2, ...Array<number>(22).fill(0), 1])
  expect(failedLoginsByHour[0]?.hour).toBe(ago(24 * HOUR_MS).toISOString())
  expect(topFailedIPs).toEqual([
    { ip: '198.51.100.2', attempts: 2 },
    { ip: '2001:db8::7', attempts: 1 },
  ])
  expect(totalSecurityEvents - before.totalSecurityEvents).toBe(5)
})

test('exactly what the domain calls suspicious counts, also when it succeeded', async () => {
  const before = (await metrics()).suspiciousActivitiesLast24h
  let counted = 0
  for (const { action, only } of suspiciousEvents) {
    for (const details of only?.values.map((value) => ({ [only.detail]: value })) ?? [{}]) {
      await log(action, ago(1), { details, success: action === 'session.signed-in' })
      await log(action, ago(25 * HOUR_MS), { details })
      counted += 1
    }
  }
  await failed(ago(1))
  await log('session.signed-in', ago(1), { success: true, details: { by: 'sso' } })
  await log('sso.refused', ago(1), { details: { reason: 'no-account' } })
  await log('passkey.refused', ago(1), { details: { reason: 'unknown' } })
  expect((await metrics()).suspiciousActivitiesLast24h - before).toBe(counted)
})

test('an index has exactly the condition of the count', async () => {
  const plan = await inOwnTransaction(server.context.database.pool, async (transaction) => {
    await transaction.query('set local enable_seqscan = off')
    const { rows } = await transaction.query<{ 'QUERY PLAN': string }>(
      `explain select count(*) from audit_events where at > now() and (${isSuspicious})`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('audit_events_suspicious_activity')
})

test('other events do not count as security events', async () => {
  const before = (await metrics()).totalSecurityEvents
  await log('application.saved', ago(1), { success: true })
  await log('document.infected', ago(1))
  expect((await metrics()).totalSecurityEvents - before).toBe(1)
})

test('active users are those with a valid session, each once', async () => {
  const before = (await metrics()).activeUsers
  const [client, staff] = [
    await makeUser(server.context, { role: 'client' }),
    await makeUser(server.context, { role: 'wealth_manager' }),
  ]
  await server.as(client.username)
  await server.as(client.username)
  await server.as(staff.username)
  expect((await metrics()).activeUsers - before).toBe(2)
  const sometime = now
  now = new Date(now.getTime() + 45 * 60_000)
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  // Staff are inactive after half an hour, clients after two hours. A new admin signed in.
  expect((await metrics()).activeUsers).toBe(2)
  now = sometime
})

describe('a blocked address', () => {
  let guesses = 0
  const guess = (address: string) => {
    const username = `nobody${(guesses += 1)}@test.example`
    return server.visit(address).post('/api/login', { username, password: 'a loud harbour wall' })
  }

  test.each([
    ['198.51.100.77', '198.51.100.77', '198.51.100.77'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1:2::'],
  ])(
    '%s is shown as blocked, and is available again once it is unblocked',
    async (address, counted, typed) => {
      await Promise.all(Array.from({ length: 20 }, () => guess(address)))
      expect((await guess(address)).status).toBe(429)
      const { blockedAddresses } = await metrics()
      expect(blockedAddresses.map((blocked) => blocked.address)).toEqual([counted])
      expect(new Date(blockedAddresses[0]?.until ?? 0).getTime()).toBeGreaterThan(now.getTime())
      const cleared = await admin.post(CLEAR, { ip: ` ${typed} ` })
      expect([cleared.status, cleared.body]).toEqual([200, { address: counted, wasBlocked: true }])
      expect((await metrics()).blockedAddresses).toEqual([])
      expect((await guess(address)).status).toBe(401)
    },
  )

  test('that is not blocked can be unblocked all the same', async () => {
    expect((await admin.post(CLEAR, { ip: '203.0.113.5' })).body).toEqual({
      address: '203.0.113.5',
      wasBlocked: false,
    })
  })

  test.each([
    [{ ip: '  ' }, 'Please enter an IP address'],
    [{}, 'Please enter an IP address'],
    [{ ip: '300.1.1.1' }, 'Please enter one IP address, such as 192.0.2.10 or 2001:db8::1'],
    [{ ip: '192.0.2.1, 192.0.2.2' }, 'Please enter one IP address, such as 192.0.2.10 or 2001:db8::1'],
    [{ ip: '192.0.2.0/24' }, 'Please enter one IP address, such as 192.0.2.10 or 2001:db8::1'],
  ])('is not unblocked by %j', async (body, message) => {
    const answer = await admin.post(CLEAR, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'ip', message }] })
  })
})
