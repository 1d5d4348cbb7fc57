import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { sessionLimitsOf, signInDefaults } from '#features/brand/rules/sign-in-section.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { sessions, users } from '#features/access/schema/tables.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { makeEnrolled } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { putSession } from '#test/support/sessions.ts'
import { SESSIONS_PER_USER } from './session-limits.ts'
import { endOtherSessions, findActor } from './sessions.ts'
import { deleteExpiredSignIns } from './delete-expired-sign-ins.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const start = new Date('2026-11-20T08:00:00Z').getTime()

let server: TestServer
let now = start
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
})
afterAll(() => server.close())
beforeEach(() => {
  now = start
})

async function begin(role: Role = 'client') {
  const user = await makeUser(server.context, { role })
  const begun = await putSession(server.context.database, { userId: user.id, role, now: new Date(now) })
  return { user, ...begun }
}

const find = (token: string) => findActor(server.context, token, { now: new Date(now), isUse: true })

async function lastSeen(id: string) {
  const [row] = await server.context.database.db.select().from(sessions).where(eq(sessions.id, id))
  return row?.lastSeenAt.getTime()
}

const limits = [
  ['client', 2 * HOUR, 24 * HOUR],
  ['wealth_manager', 30 * MINUTE, 12 * HOUR],
  ['admin', 30 * MINUTE, 12 * HOUR],
  ['system_administrator', 30 * MINUTE, 12 * HOUR],
] as const

describe.each(limits)('the session of a %s', (role, idle, absolute) => {
  test('ends after inactivity', async () => {
    const { token, user } = await begin(role)
    now = start + idle - 1
    expect(await find(token)).toMatchObject({ userId: user.id, role, mustChangePassword: false })
    now += idle
    expect(await find(token)).toBeNull()
  })

  test('ends after its maximum duration, however busy', async () => {
    const { token, endsAt } = await begin(role)
    expect(endsAt.getTime()).toBe(start + absolute)
    for (now = start; now < start + absolute; now += idle - MINUTE) expect(await find(token)).not.toBeNull()
    now = start + absolute - 1
    expect(await find(token)).not.toBeNull()
    now = start + absolute
    expect(await find(token)).toBeNull()
  })

  test('lasts at least as long as reported to the browser', async () => {
    const { user } = await begin(role)
    const browser = await server.as(user.username)
    now = start + MINUTE - 1
    const { idleTimeoutMs } = (await browser.get('/api/user')).body as { idleTimeoutMs: number }
    expect(idleTimeoutMs).toBe(idle - MINUTE)
    now += idleTimeoutMs
    expect((await browser.get('/api/user')).status).toBe(200)
  })
})

test('a shorter idle limit ends sessions at their next request', async () => {
  const { token, user } = await begin('admin')
  const browser = await server.as(user.username)
  const sessionLimits = sessionLimitsOf({ ...signInDefaults, staffIdle: '5' })
  changeSettings(server, { sessionLimits })
  now = start + 4 * MINUTE
  expect(await find(token)).not.toBeNull()
  const { idleTimeoutMs } = (await browser.get('/api/user')).body as { idleTimeoutMs: number }
  expect(idleTimeoutMs).toBe(4 * MINUTE)
  now += 5 * MINUTE
  expect(await find(token)).toBeNull()
})

test('records its last request once a minute', async () => {
  const { id, token } = await begin()
  now = start + MINUTE - 1
  await find(token)
  expect(await lastSeen(id)).toBe(start)
  now = start + MINUTE
  await Promise.all([find(token), find(token), find(token)])
  expect(await lastSeen(id)).toBe(start + MINUTE)
})

test('no call of a page that is left open extends the session, whichever it polls', async () => {
  const { user } = await begin('admin')
  const browser = await server.as(user.username)
  const seen = () =>
    server.context.database.db
      .select({ at: sessions.lastSeenAt })
      .from(sessions)
      .where(eq(sessions.userId, user.id))
  const before = await seen()
  now = start + 29 * MINUTE
  for (const key of Object.keys(contract).filter((one) => one.startsWith('GET ')))
    await browser.get(key.slice('GET '.length).replaceAll(/\{\w+\}/gu, 'any'), { 'x-background': '1' })
  expect(await seen()).toEqual(before)
  now = start + 30 * MINUTE
  expect((await browser.get('/api/user', { 'x-background': '1' })).status).toBe(401)
})

test('a user who is deactivated is signed out at once', async () => {
  const { token, user } = await begin()
  const { db } = server.context.database
  await db
    .update(users)
    .set({ deactivatedAt: new Date(now) })
    .where(eq(users.id, user.id))
  expect(await find(token)).toBeNull()
})

test('other sessions end, and those of other users stay', async () => {
  const stranger = await begin()
  const current = await begin()
  const { db } = server.context.database
  const session = { userId: current.user.id, role: 'client', now: new Date(now) } as const
  const other = await putSession(server.context.database, session)
  await endOtherSessions(db, current.user.id, current.id)
  expect(await find(current.token)).not.toBeNull()
  expect(await find(other.token)).toBeNull()
  expect(await find(stranger.token)).not.toBeNull()
  await endOtherSessions(db, current.user.id, null)
  expect(await find(current.token)).toBeNull()
})

test('the cleanup deletes only expired sessions', async () => {
  const idle = await begin('admin')
  const over = await begin()
  now = start + 23 * HOUR
  const inUse = await begin()
  now = start + 24 * HOUR
  await deleteExpiredSignIns(server.context)
  expect(await lastSeen(idle.id)).toBeUndefined()
  expect(await lastSeen(over.id)).toBeUndefined()
  expect(await lastSeen(inUse.id)).toBe(start + 23 * HOUR)
})

describe('a user has a limited number of sessions', () => {
  const password = 'a quiet harbour wall'
  const stateOf = async (userId: string, secondFactor: 'due' | null) => {
    const { db } = server.context.database
    const rows = await db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(sessions.lastSeenAt)
    return rows.filter((row) => row.secondFactor === secondFactor)
  }

  test('however they begin: the least recently used one ends', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    for (let count = 0; count < SESSIONS_PER_USER; count += 1) {
      now += 1000
      await putSession(server.context.database, { userId: user.id, role: 'admin', now: new Date(now) })
    }
    const [oldest] = await stateOf(user.id, null)
    for (let count = 0; count < 3; count += 1) {
      now += 1000
      await server.visit(`198.51.100.${count}`).post('/api/login', { username: user.username, password })
    }
    const left = await stateOf(user.id, null)
    expect(left).toHaveLength(SESSIONS_PER_USER)
    expect(left.map(({ id }) => id)).not.toContain(oldest?.id)
    expect(left.at(-1)?.lastSeenAt.getTime()).toBe(now)
  })

  test('and a password alone ends none that has its second factor', async () => {
    const user = await makeEnrolled(server)
    const put = (secondFactor: 'due' | 'given') =>
      putSession(server.context.database, {
        userId: user.id,
        role: user.role,
        secondFactor,
        now: new Date(now),
      })
    const own = await put('given')
    for (let count = 0; count < SESSIONS_PER_USER; count += 1) {
      now += 1000
      await put('due')
    }
    const [oldest] = await stateOf(user.id, 'due')
    now += 1000
    const browser = server.visit('198.51.100.9')
    await browser.post('/api/login', { username: user.username, password })
    const left = await stateOf(user.id, 'due')
    expect(left).toHaveLength(SESSIONS_PER_USER)
    expect(left.map(({ id }) => id)).not.toContain(oldest?.id)
    expect(await find(own.token)).not.toBeNull()
  })

  test('and a sign-in that replaces a session ends no third one', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    for (let count = 0; count < SESSIONS_PER_USER - 1; count += 1) {
      now += 1000
      await putSession(server.context.database, { userId: user.id, role: 'admin', now: new Date(now) })
    }
    const [oldest] = await stateOf(user.id, null)
    const browser = server.visit('198.51.100.10')
    for (let count = 0; count < 2; count += 1) {
      now += 1000
      await browser.post('/api/login', { username: user.username, password })
    }
    const left = await stateOf(user.id, null)
    expect(left).toHaveLength(SESSIONS_PER_USER)
    expect(left[0]?.id).toBe(oldest?.id)
  })
})
