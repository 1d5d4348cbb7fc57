import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  generateTemporaryPassword,
  issueTemporaryPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const password = 'a quiet harbour wall'
const wrong = 'a loud harbour wall'
const MINUTE = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
})

let lastAddress = 0
/** Addresses that no other test uses. */
const someAddress = () => `10.0.${Math.floor((lastAddress += 1) / 250)}.${lastAddress % 250}`
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index))

const tryOnce = (username: string, attempt: string, browser: HttpSession = server.visit(someAddress())) =>
  browser.post('/api/login', { username, password: attempt })

/** Freezes only the clock; timers continue. */
function setTime(time: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: time })
}

async function reasons(userId: string) {
  const rows = await auditAbout(server.context, userId)
  return rows
    .filter((row) => row.action === 'session.sign-in-failed')
    .map((row) => (row.details as { reason: string }).reason)
}

describe('an account', () => {
  test('is slowed down after five failures from any address, and reports for how long', async () => {
    const user = await makeUser(server.context, { password })
    for (let count = 0; count < 5; count += 1) expect((await tryOnce(user.username, wrong)).status).toBe(401)
    const answer = await tryOnce(user.username, password)
    expect(answer.status).toBe(429)
    expect(answer.body).toMatchObject({ status: 429, code: 'throttled' })
    expect(answer.text).toContain('Please try again in 15 minutes.')
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
    expect(await reasons(user.id)).toEqual([...times(5, () => 'wrong-password'), 'throttled'])
  })

  test('is available again when the time has passed', async () => {
    const user = await makeUser(server.context, { password })
    const start = Date.now()
    setTime(start)
    await Promise.all(times(6, () => tryOnce(user.username, wrong)))
    setTime(start + 15 * MINUTE - 1)
    expect((await tryOnce(user.username, password)).status).toBe(429)
    setTime(start + 15 * MINUTE + 1)
    expect((await tryOnce(user.username, password)).status).toBe(200)
  })

  test('lets a burst of guesses from many addresses reach the password five times', async () => {
    const user = await makeUser(server.context, { password })
    const answers = await Promise.all(times(40, () => tryOnce(user.username, wrong)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
    expect((await reasons(user.id)).filter((reason) => reason === 'wrong-password')).toHaveLength(5)
  })

  test('is slowed down the same where it does not exist', async () => {
    const username = 'no-one-at-all@test.example'
    await Promise.all(times(5, () => tryOnce(username, wrong)))
    const user = await makeUser(server.context, { password })
    await Promise.all(times(5, () => tryOnce(user.username, wrong)))
    const [unknown, known] = [await tryOnce(username, wrong), await tryOnce(user.username, wrong)]
    expect(unknown.status).toBe(429)
    expect(unknown.text).toBe(known.text)
  })

  test('accepts any number of simultaneous correct sign-ins', async () => {
    const user = await makeUser(server.context, { password })
    const address = someAddress()
    const answers = await Promise.all(
      times(30, () => tryOnce(user.username, password, server.visit(address))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('keeps its failures after a sign-in', async () => {
    const user = await makeUser(server.context, { password })
    for (let count = 0; count < 4; count += 1) await tryOnce(user.username, wrong)
    expect((await tryOnce(user.username, password)).status).toBe(200)
    await tryOnce(user.username, wrong)
    expect((await tryOnce(user.username, wrong)).status).toBe(429)
  })
})

describe('its owner can sign in while others guess', () => {
  test('from a browser that they used before', async () => {
    const user = await makeUser(server.context, { password })
    const own = server.visit(someAddress())
    await tryOnce(user.username, password, own)
    await own.post('/api/logout')
    await Promise.all(times(10, () => tryOnce(user.username, wrong)))
    expect((await tryOnce(user.username, password)).status).toBe(429)
    expect((await tryOnce(user.username, password, own)).status).toBe(200)
  })

  test('but that browser is limited too', async () => {
    const user = await makeUser(server.context, { password })
    const own = server.visit(someAddress())
    await tryOnce(user.username, password, own)
    await Promise.all(times(5, () => tryOnce(user.username, wrong, own)))
    expect((await tryOnce(user.username, password, own)).status).toBe(429)
    expect((await tryOnce(user.username, password)).status).toBe(200)
  })

  test('with a temporary password that they requested', async () => {
    const user = await makeUser(server.context, { password })
    await Promise.all(times(10, () => tryOnce(user.username, wrong)))
    const drawn = await generateTemporaryPassword()
    await server.context.database.db.transaction((tx) =>
      issueTemporaryPassword(tx, { userId: user.id, drawn, purpose: 'forgotten', now: new Date() }),
    )
    expect((await tryOnce(user.username, 'x'.repeat(14))).status).toBe(429)
    expect((await tryOnce(user.username, password)).status).toBe(429)
    const answer = await tryOnce(user.username, drawn.password)
    expect(answer.body).toMatchObject({ id: user.id, mustChangePassword: true })
  })

  test("but not from another account's browser", async () => {
    const user = await makeUser(server.context, { password })
    const neighbour = await makeUser(server.context, { password })
    const theirs = server.visit(someAddress())
    await tryOnce(neighbour.username, password, theirs)
    await Promise.all(times(5, () => tryOnce(user.username, wrong)))
    expect((await tryOnce(user.username, password, theirs)).status).toBe(429)
  })
})

describe('an address', () => {
  const guessFrom = (address: string, count: number) =>
    Promise.all(
      times(count, (index) => tryOnce(`guess${index}@${address}.example`, wrong, server.visit(address))),
    )

  async function becameSuspicious(address: string) {
    return server.context.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'address.became-suspicious'), eq(auditEvents.ip, address)))
  }

  test('is blocked for an hour after twenty failures, and recorded', async () => {
    const user = await makeUser(server.context, { password })
    const address = someAddress()
    const start = Date.now()
    setTime(start)
    await guessFrom(address, 19)
    expect((await tryOnce(user.username, password, server.visit(address))).status).toBe(200)
    expect(await becameSuspicious(address)).toHaveLength(0)
    await guessFrom(address, 1)
    expect(await becameSuspicious(address)).toHaveLength(1)
    const blocked = await tryOnce(user.username, password, server.visit(address))
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBe(60 * 60)
    setTime(start + 60 * MINUTE - 1)
    expect((await tryOnce(user.username, password, server.visit(address))).status).toBe(429)
    setTime(start + 60 * MINUTE + 1)
    expect((await tryOnce(user.username, password, server.visit(address))).status).toBe(200)
  })

  test('gets no more than twenty guesses out of a burst against a hundred accounts', async () => {
    const address = someAddress()
    const answers = await guessFrom(address, 100)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(80)
    expect(await becameSuspicious(address)).toHaveLength(1)
  })

  test('is available at once when it is unblocked', async () => {
    const user = await makeUser(server.context, { password })
    const address = someAddress()
    await guessFrom(address, 20)
    expect((await tryOnce(user.username, password, server.visit(address))).status).toBe(429)
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const cleared = await admin.post('/api/admin/security/clear-suspicious-ip', { ip: address })
    expect(cleared.body).toEqual({ address, wasBlocked: true })
    expect((await tryOnce(user.username, password, server.visit(address))).status).toBe(200)
  })

  test('cannot be changed by a forwarding header', async () => {
    const address = someAddress()
    const answers = []
    for (let count = 0; count < 22; count += 1) {
      const browser = server.visit(`203.0.113.${count}, ${address}`)
      answers.push(await tryOnce(`forged${count}@test.example`, wrong, browser))
    }
    expect(answers.map(({ status }) => status)).toEqual([...times(20, () => 401), 429, 429])
  })

  test('does not count successful sign-ins', async () => {
    const address = someAddress()
    const people = await Promise.all(times(3, () => makeUser(server.context, { password })))
    for (let round = 0; round < 9; round += 1) {
      for (const { username } of people) {
        expect((await tryOnce(username, password, server.visit(address))).status).toBe(200)
      }
    }
  })
})

test('a browser becomes known by a new token, not by one that was planted in it', async () => {
  const owner = await makeUser(server.context, { password })
  const planted = 'p'.repeat(43)
  const browser = server.visit(someAddress())
  browser.cookies.set('browser', planted)
  await browser.post('/api/login', { username: owner.username, password })
  expect(browser.cookies.get('browser')).not.toBe(planted)
  await Promise.all(times(6, () => tryOnce(owner.username, wrong)))
  const thief = server.visit(someAddress())
  thief.cookies.set('browser', planted)
  expect((await tryOnce(owner.username, password, thief)).status).toBe(429)
  expect((await tryOnce(owner.username, password, browser)).status).toBe(200)
})
