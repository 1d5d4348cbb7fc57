import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OwnPasskey } from '#features/sign-in/api/passkeys.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { answerWith, createPasskey, type SoftwarePasskey } from '#test/support/authenticator-device.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { codeAt, password, setUp } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const SITE = 'http://localhost:4321'
const device = { origin: SITE, rpId: 'localhost' }
const MINUTE = 60_000

let server: TestServer
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ settings: { baseUrl: new URL(SITE) }, now: () => new Date(now) })
})
afterAll(() => server.close())
beforeEach(() => {
  now = Date.now()
})

let count = 0
const visit = () =>
  openHttpSession(server.url, { 'x-forwarded-for': `198.51.100.${(count += 1) % 250}`, origin: SITE })

async function sessionOf(username: string): Promise<HttpSession> {
  const browser = visit()
  for (const [name, value] of (await server.as(username)).cookies) browser.cookies.set(name, value)
  return browser
}

const byPassword = { proof: { by: 'password', password } }
interface Options {
  options: { challenge: string; user: { id: string } }
}

async function optionsOf(session: HttpSession): Promise<Options['options']> {
  const answer = await session.post('/api/account/passkeys/options', byPassword)
  expect(answer.status).toBe(200)
  return (answer.body as Options).options
}

/** A user with a passkey. */
async function enrolled(role: 'client' | 'admin' = 'admin') {
  const user = await makeUser(server.context, { role, password })
  const session = await sessionOf(user.username)
  const { passkey, response } = createPasskey(await optionsOf(session), device)
  const added = await session.post('/api/account/passkeys', { response, name: 'My phone' })
  expect(added.status).toBe(201)
  const { id, recoveryCodes = [] } = added.body as OwnPasskey & { recoveryCodes?: string[] }
  return { ...user, session, passkey, id, userId: user.id, recoveryCodes }
}

/** Password and recovery code, which the removal of the last second factor needs. */
const byBoth = ([code]: string[]) => ({ proof: { by: 'password', password, code } })

async function challengeOfSignIn(browser: HttpSession) {
  return ((await browser.post('/api/passkey/options', {})).body as Options).options
}

async function login(passkey: SoftwarePasskey, how: object = {}, browser = visit()) {
  const response = answerWith(passkey, await challengeOfSignIn(browser), { ...device, ...how })
  return { browser, response, answer: await browser.post('/api/passkey/login', { response }) }
}

const rejected = { status: 401, body: { code: 'passkey-rejected' } }
const unknownHere = { status: 401, body: { code: 'passkey-unknown' } }
const reasons = async () =>
  (
    await server.context.database.db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'passkey.refused'))
  ).map(({ details }) => (details as { reason: string }).reason)

describe('enrolment', () => {
  test('needs proof, lists the passkey, and tells its owner by mail', async () => {
    const { session, username } = await enrolled()
    const wrong = { proof: { by: 'password', password: 'a loud harbour wall' } }
    expect((await session.post('/api/account/passkeys/options', wrong)).status).toBe(400)
    expect((await session.get('/api/account/passkeys')).body).toMatchObject([
      { name: 'My phone', backedUp: false },
    ])
    expect((await mailsTo(server.context, username)).map(({ template }) => template)).toEqual([
      'passkey-changed',
    ])
  })

  test('asks for no id or address as handle, and excludes what is enrolled', async () => {
    const { session, userId, passkey } = await enrolled()
    const options = (await optionsOf(session)) as Options['options'] & {
      excludeCredentials: { id: string }[]
    }
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    expect(options.user.id).not.toContain(userId)
    expect(options.excludeCredentials.map(({ id }) => id)).toEqual([passkey.id])
  })

  test.each([
    ['another origin', { origin: 'http://localhost:9999' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that did not verify its owner', { verified: false }],
  ])('rejects an answer of %s', async (_what, how) => {
    const { username } = await makeUser(server.context, { role: 'admin', password })
    const session = await sessionOf(username)
    const { response } = createPasskey(await optionsOf(session), { ...device, ...how })
    expect((await session.post('/api/account/passkeys', { response })).status).toBe(400)
  })

  test('rejects the challenge of another session, an old one, a made-up one, and one that was used', async () => {
    const { username } = await makeUser(server.context, { role: 'admin', password })
    const session = await sessionOf(username)
    const options = await optionsOf(session)
    const { response } = createPasskey(options, device)
    expect((await (await sessionOf(username)).post('/api/account/passkeys', { response })).status).toBe(400)
    const madeUp = createPasskey({ ...options, challenge: 'A'.repeat(48) }, device)
    expect((await session.post('/api/account/passkeys', { response: madeUp.response })).status).toBe(400)
    expect((await session.post('/api/account/passkeys', { response })).status).toBe(201)
    const again = createPasskey(options, device)
    expect((await session.post('/api/account/passkeys', { response: again.response })).status).toBe(400)
    const late = createPasskey(await optionsOf(session), device)
    now += 6 * MINUTE
    expect((await session.post('/api/account/passkeys', { response: late.response })).status).toBe(400)
  })
})

describe('signing in', () => {
  test('counts as both factors for staff, and is recorded', async () => {
    const { passkey, username } = await enrolled()
    const { answer } = await login(passkey)
    expect(answer).toMatchObject({ status: 200, body: { username, secondFactor: 'given' } })
    const rows = await server.context.database.db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'session.signed-in'))
    expect(rows).toContainEqual({
      details: { temporaryPassword: false, by: 'passkey', secondFactor: 'passkey' },
    })
  })

  test('works for clients, who have no second factor', async () => {
    const { passkey } = await enrolled('client')
    expect((await login(passkey)).answer).toMatchObject({ status: 200, body: { secondFactor: 'not-needed' } })
  })

  test('accepts an answer once', async () => {
    const { passkey } = await enrolled()
    const { response } = await login(passkey)
    expect(await visit().post('/api/passkey/login', { response })).toMatchObject(rejected)
  })

  test('accepts one of two identical answers at once, also of a synced passkey', async () => {
    const { passkey } = await enrolled()
    const browser = visit()
    const response = answerWith(passkey, await challengeOfSignIn(browser), { ...device, counter: 0 })
    const answers = await Promise.all([1, 2, 3].map(() => visit().post('/api/passkey/login', { response })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect((await login(passkey, { counter: 0 })).answer.status).toBe(200)
  })

  test('rejects a counter that goes back, mails the owner, and keeps the passkey', async () => {
    const { passkey, username, session } = await enrolled()
    await login(passkey, { counter: 10 })
    expect((await login(passkey, { counter: 5 })).answer).toMatchObject(rejected)
    expect(await reasons()).toContain('counter')
    expect((await mailsTo(server.context, username)).at(-1)?.subject).toContain('check one of your passkeys')
    expect((await session.get('/api/account/passkeys')).body).toHaveLength(1)
    expect((await login(passkey, { counter: 11 })).answer.status).toBe(200)
  })

  test.each([
    ['another origin', { origin: 'http://localhost:9999' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that did not verify its owner', { verified: false }],
  ])('rejects an answer of %s', async (_what, how) => {
    const { passkey } = await enrolled()
    expect((await login(passkey, how)).answer).toMatchObject(rejected)
  })

  test('answers the same for forged passkeys and deactivated accounts, and names those that are not stored', async () => {
    const { passkey, session, id, recoveryCodes } = await enrolled()
    const other = await enrolled()
    const unknown = await login({ ...passkey, id: Buffer.from('unknown').toString('base64url') })
    const forged = await login({ ...passkey, key: other.passkey.key })
    const swapped = await login({ ...passkey, handle: other.passkey.handle })
    await session.post(`/api/account/passkeys/${id}/removal`, byBoth(recoveryCodes))
    const removed = await login(passkey)
    await server.context.database.db
      .update(users)
      .set({ deactivatedAt: new Date(now) })
      .where(eq(users.id, other.userId))
    const deactivated = await login(other.passkey)
    expect(unknown.answer).toMatchObject(unknownHere)
    expect(removed.answer.text).toBe(unknown.answer.text)
    for (const { answer } of [forged, swapped, deactivated]) {
      expect(answer).toMatchObject(rejected)
      expect(answer.text).toBe(forged.answer.text)
    }
    expect(forged.answer.text.replaceAll('passkey-rejected', 'passkey-unknown')).toBe(unknown.answer.text)
  })

  test('rejects a challenge for another purpose', async () => {
    const { passkey, session } = await enrolled()
    const { options } = (await session.post('/api/account/proof-options', {})).body as Options
    const response = answerWith(passkey, options, device)
    expect(await visit().post('/api/passkey/login', { response })).toMatchObject(rejected)
  })

  test('is limited by address', async () => {
    const { passkey } = await enrolled()
    const browser = visit()
    for (let tries = 0; tries < limits.address.points; tries += 1) {
      const response = answerWith(passkey, { challenge: 'A'.repeat(48) }, device)
      expect((await browser.post('/api/passkey/login', { response })).status).toBe(401)
    }
    expect((await login(passkey, {}, browser)).answer.status).toBe(429)
  })
})

describe('managing', () => {
  test('renames and removes own passkeys; others look missing', async () => {
    const { session, id } = await enrolled('client')
    expect((await session.patch(`/api/account/passkeys/${id}`, { name: 'Work laptop' })).body).toMatchObject({
      name: 'Work laptop',
    })
    const other = await enrolled()
    expect((await other.session.patch(`/api/account/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await other.session.post(`/api/account/passkeys/${id}/removal`, byPassword)).status).toBe(404)
    expect((await session.post(`/api/account/passkeys/${id}/removal`, byPassword)).status).toBe(204)
  })

  test('names a new one by its kind of authenticator, and otherwise by the browser', async () => {
    const { username } = await makeUser(server.context, { role: 'client', password })
    const session = openHttpSession(server.url, { origin: SITE, 'user-agent': 'Chrome/150 (Windows)' })
    expect((await session.post('/api/login', { username, password })).status).toBe(200)
    const add = async (aaguid: string, name?: string) => {
      const { response } = createPasskey(await optionsOf(session), { ...device, aaguid })
      return (await session.post('/api/account/passkeys', { response, ...(name && { name }) })).body
    }
    const iCloud = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
    expect(await add(iCloud)).toMatchObject({ name: 'iCloud Keychain' })
    expect(await add(iCloud, 'My phone')).toMatchObject({ name: 'My phone' })
    expect(await add('01020304-0506-0708-090a-0b0c0d0e0f10')).toMatchObject({ name: 'Chrome on Windows' })
  })

  test('marks those that the device of this browser made or used', async () => {
    const { username } = await makeUser(server.context, { role: 'client', password })
    const own = { ...device, attachment: 'platform' } as const
    const key = { ...device, attachment: 'cross-platform' } as const
    const [laptop, phone] = [visit(), visit()]
    for (const browser of [laptop, phone])
      expect((await browser.post('/api/login', { username, password })).status).toBe(200)
    const made: SoftwarePasskey[] = []
    for (const how of [own, key]) {
      const { passkey, response } = createPasskey(await optionsOf(laptop), how)
      expect((await laptop.post('/api/account/passkeys', { response })).status).toBe(201)
      made.push(passkey)
    }
    const marked = async (browser: HttpSession) =>
      ((await browser.get('/api/account/passkeys')).body as OwnPasskey[]).map(({ thisDevice }) => thisDevice)
    expect(await marked(laptop)).toEqual([true, false])
    expect(await marked(phone)).toEqual([false, false])
    const [synced, roaming] = made
    if (synced === undefined || roaming === undefined) throw new Error('There are no passkeys.')
    await login(roaming, key, phone)
    expect(await marked(phone)).toEqual([false, false])
    // A synced one is on both.
    await login(synced, own, phone)
    expect(await marked(phone)).toEqual([true, false])
    expect(await marked(laptop)).toEqual([true, false])
    // Without the cookie, no device is this one.
    expect(await marked(await sessionOf(username))).toEqual([false, false])
  })

  test('allows ten', async () => {
    const { session } = await enrolled()
    for (let number = 1; number < 10; number += 1) {
      const { response } = createPasskey(await optionsOf(session), device)
      expect((await session.post('/api/account/passkeys', { response })).status).toBe(201)
    }
    expect((await session.post('/api/account/passkeys/options', byPassword)).status).toBe(409)
  })

  test('a password reset by staff removes all of them', async () => {
    const { userId, passkey } = await enrolled()
    const system = await makeUser(server.context, { role: 'system_administrator' })
    const session = await sessionOf(system.username)
    expect((await session.post(`/api/system-admin/users/${userId}/reset-password`)).status).toBe(200)
    expect(await server.context.database.db.$count(passkeys, eq(passkeys.userId, userId))).toBe(0)
    expect((await login(passkey)).answer).toMatchObject(unknownHere)
  })
})

describe('a passkey as proof', () => {
  test('changes what a password changes, once, in its own session', async () => {
    const { passkey, session, username } = await enrolled()
    const { options } = (await session.post('/api/account/proof-options', {})).body as Options
    const proof = { by: 'passkey', response: answerWith(passkey, options, device) }
    const begin = (at: HttpSession) => at.post('/api/account/second-factor', { proof })
    expect((await begin(await sessionOf(username))).status).toBe(400)
    expect((await begin(session)).status).toBe(200)
    expect((await begin(session)).status).toBe(400)
  })

  test('of another user is rejected', async () => {
    const { passkey, session } = await enrolled()
    const other = await enrolled()
    const { options } = (await session.post('/api/account/proof-options', {})).body as Options
    const proof = {
      by: 'passkey',
      response: answerWith({ ...other.passkey, handle: undefined }, options, device),
    }
    expect((await session.post('/api/account/second-factor', { proof })).status).toBe(400)
    expect(passkey.counter).toBe(0)
  })

  test('whose counter goes back is rejected, and its owner is mailed', async () => {
    const { passkey, session, username } = await enrolled()
    await login(passkey, { counter: 10 })
    const { options } = (await session.post('/api/account/proof-options', {})).body as Options
    const proof = { by: 'passkey', response: answerWith(passkey, options, { ...device, counter: 5 }) }
    expect((await session.post('/api/account/second-factor', { proof })).status).toBe(400)
    expect((await mailsTo(server.context, username)).at(-1)?.subject).toContain('check one of your passkeys')
  })
})

test('a proof of a signature is for this letter and these statements only', async () => {
  const { passkey, session, userId } = await enrolled('client')
  const sha256 = createHash('sha256').update('the letter').digest('hex')
  const asked = await session.post('/api/account/proof-options', {
    signing: { sha256, statementsVersion: '1' },
  })
  const { options, nonce } = asked.body as Options & { nonce: string }
  const response = answerWith(passkey, options, device)
  const { provePasskey } = await import('./proof.ts')
  const listed = (await session.get('/api/account/sessions')).body as { id: string; current: boolean }[]
  const sessionId = listed.find(({ current }) => current)?.id ?? ''
  const act = { context: server.context, actor: { userId, sessionId }, now: new Date(now) } as never
  const given = { response: response as never, nonce }
  expect(await provePasskey(act, given, { sha256: '0'.repeat(64), statementsVersion: '1' })).toBeNull()
  expect(await provePasskey(act, given, { sha256, statementsVersion: '2' })).toBeNull()
  const proved = await provePasskey(act, given, { sha256, statementsVersion: '1' })
  expect(proved?.evidence?.text).toContain(`user ${userId}`)
})

describe('as the first second factor of staff', () => {
  const factorOf = async (session: HttpSession) =>
    (await session.get('/api/account/second-factor')).body as {
      since: string | null
      recoveryCodesLeft: number
      authenticator: boolean
    }
  const removal = (id: string) => `/api/account/passkeys/${id}/removal`
  const enter = async (username: string) => {
    const browser = visit()
    const answer = await browser.post('/api/login', { username, password })
    return { browser, secondFactor: (answer.body as { secondFactor: string }).secondFactor }
  }

  test('turns it on with recovery codes shown once, and ends the other sessions', async () => {
    const user = await makeUser(server.context, { role: 'wealth_manager', password })
    const [session, elsewhere] = [await sessionOf(user.username), await sessionOf(user.username)]
    const { response } = createPasskey(await optionsOf(session), device)
    const { recoveryCodes } = (await session.post('/api/account/passkeys', { response })).body as {
      recoveryCodes: string[]
    }
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await session.get('/api/user')).body).toMatchObject({ secondFactor: 'given' })
    expect(await factorOf(session)).toMatchObject({ recoveryCodesLeft: 10, authenticator: false })
    const actions = (await auditAbout(server.context, user.id)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['passkey.added', 'second-factor.enrolled']))
    const mails = await mailsTo(server.context, user.username)
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('alone or after your password')])
    const second = createPasskey(await optionsOf(session), device)
    const added = await session.post('/api/account/passkeys', { response: second.response })
    expect(added.body).not.toHaveProperty('recoveryCodes')
    expect(await factorOf(session)).toMatchObject({ recoveryCodesLeft: 10 })
  })

  test('is asked for after the password: the passkey, or a recovery code once', async () => {
    const { username, passkey, recoveryCodes } = await enrolled()
    const { browser, secondFactor } = await enter(username)
    expect(secondFactor).toBe('due')
    const ways = await browser.get('/api/account/second-factor/ways')
    expect(ways.body).toEqual({ passkey: true, authenticator: false })
    const { options } = (await browser.post('/api/account/second-factor/passkey-options')).body as Options
    const given = await browser.post('/api/account/second-factor/passkey', {
      response: answerWith(passkey, options, device),
    })
    expect(given.body).toMatchObject({ secondFactor: 'given' })
    const byCode = async () =>
      (await enter(username)).browser.post('/api/account/second-factor/code', { code: recoveryCodes[0] })
    expect((await byCode()).body).toMatchObject({ secondFactor: 'given' })
    expect((await byCode()).status).toBe(400)
  })

  test('gives clients no codes and no second factor', async () => {
    const { username, recoveryCodes } = await enrolled('client')
    expect(recoveryCodes).toEqual([])
    expect((await enter(username)).secondFactor).toBe('not-needed')
  })

  test('the last one is turned off by password and code, or by the passkey itself', async () => {
    const { username, session, id, recoveryCodes } = await enrolled()
    const withoutCode = await session.post(removal(id), byPassword)
    expect(withoutCode).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } })
    expect((await session.post(removal(id), byBoth(['BCDF-GHJK-LMNP']))).status).toBe(400)
    expect((await session.post(removal(id), byBoth(recoveryCodes))).status).toBe(204)
    expect(await factorOf(session)).toEqual({
      since: null,
      recoveryCodesLeft: expect.any(Number),
      authenticator: false,
      required: false,
    })
    expect((await session.get('/api/user')).body).toMatchObject({ secondFactor: 'not-needed' })
    expect((await enter(username)).secondFactor).toBe('not-needed')

    const other = await enrolled()
    const { options } = (await other.session.post('/api/account/proof-options', {})).body as Options
    const proof = { by: 'passkey', response: answerWith(other.passkey, options, device) }
    expect((await other.session.post(removal(other.id), { proof })).status).toBe(204)
    expect((await enter(other.username)).secondFactor).toBe('not-needed')
  })

  test('with a second passkey, one is removed by the password alone, and the factor stays', async () => {
    const { username, session, id } = await enrolled()
    const { response } = createPasskey(await optionsOf(session), device)
    await session.post('/api/account/passkeys', { response })
    expect((await session.post(removal(id), byPassword)).status).toBe(204)
    expect((await enter(username)).secondFactor).toBe('due')
  })

  test('an authenticator can stand beside it: the codes stay, and removing one leaves the other', async () => {
    const { username, session, id, recoveryCodes } = await enrolled()
    const { secret, recoveryCodes: none } = await setUp(session, server.context.now())
    expect(none).toEqual([])
    expect(await factorOf(session)).toMatchObject({ recoveryCodesLeft: 10, authenticator: true })
    const turnedOff = await session.post('/api/account/second-factor/removal', {
      password,
      code: recoveryCodes[1],
    })
    expect(turnedOff.status).toBe(204)
    expect(await factorOf(session)).toMatchObject({ authenticator: false, since: expect.any(String) })
    expect(
      (
        await session.post('/api/account/second-factor/removal', {
          password,
          code: recoveryCodes[2],
        })
      ).status,
    ).toBe(409)
    const waiting = (await enter(username)).browser
    const code = { code: codeAt(secret, server.context.now()) }
    expect((await waiting.post('/api/account/second-factor/code', code)).status).toBe(400)
    await setUp(session, server.context.now())
    expect((await session.post(removal(id), byPassword)).status).toBe(204)
    expect((await enter(username)).secondFactor).toBe('due')
  })

  test('an authenticator that was not confirmed is no second factor', async () => {
    const { username, session } = await enrolled()
    const begun = await session.post('/api/account/second-factor', { password })
    const { secret } = begun.body as { secret: string }
    const { browser } = await enter(username)
    const code = { code: codeAt(secret, server.context.now()) }
    expect((await browser.post('/api/account/second-factor/code', code)).status).toBe(400)
  })

  test('two at once turn it on once', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    const session = await sessionOf(user.username)
    const made = [await optionsOf(session), await optionsOf(session)].map((options) =>
      createPasskey(options, device),
    )
    const answers = await Promise.all(
      made.map(({ response }) => session.post('/api/account/passkeys', { response })),
    )
    const withCodes = answers.filter(({ body }) => Object.hasOwn(body as object, 'recoveryCodes'))
    expect(withCodes).toHaveLength(1)
    expect(await factorOf(session)).toMatchObject({ recoveryCodesLeft: 10 })
  })

  test('a reset by a system administrator removes it and the passkeys', async () => {
    const { userId, username, passkey } = await enrolled()
    const system = await sessionOf(
      (await makeUser(server.context, { role: 'system_administrator' })).username,
    )
    expect((await system.delete(`/api/system-admin/users/${userId}/second-factor`)).status).toBe(204)
    expect((await login(passkey)).answer).toMatchObject(unknownHere)
    expect((await enter(username)).secondFactor).toBe('not-needed')
  })
})

describe('as second factor', () => {
  async function waiting() {
    const user = await enrolled()
    await setUp(user.session, server.context.now())
    const browser = visit()
    const answer = await browser.post('/api/login', { username: user.username, password })
    expect(answer.body).toMatchObject({ secondFactor: 'due' })
    return { ...user, browser }
  }
  const optionsFor = async (browser: HttpSession) => {
    const answer = await browser.post('/api/account/second-factor/passkey-options')
    expect(answer.status).toBe(200)
    return (answer.body as Options).options
  }
  const give = (browser: HttpSession, response: object) =>
    browser.post('/api/account/second-factor/passkey', { response })

  test('finishes a sign-in by password, once', async () => {
    const { browser, passkey, userId } = await waiting()
    expect((await browser.get('/api/account/passkeys')).status).toBe(403)
    expect((await browser.get('/api/account/second-factor/ways')).body).toEqual({
      passkey: true,
      authenticator: true,
    })
    const response = answerWith(passkey, await optionsFor(browser), device)
    expect((await give(browser, response)).body).toMatchObject({ secondFactor: 'given' })
    expect((await browser.get('/api/account/passkeys')).status).toBe(200)
    expect((await give(browser, response)).status).toBe(409)
    const signIns = (await auditAbout(server.context, userId)).filter(
      ({ action }) => action === 'session.signed-in',
    )
    expect(signIns.at(-1)?.details).toMatchObject({ secondFactor: 'passkey' })
  })

  test('is offered to users who have a passkey, after their password alone', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    await setUp(await sessionOf(user.username), server.context.now())
    const browser = visit()
    expect((await browser.get('/api/account/second-factor/ways')).status).toBe(401)
    await browser.post('/api/login', { username: user.username, password })
    expect((await browser.get('/api/account/second-factor/ways')).body).toEqual({
      passkey: false,
      authenticator: true,
    })
  })

  test('rejects another user’s passkey, and an answer from another sign-in', async () => {
    const { browser, passkey } = await waiting()
    const other = await waiting()
    const rejectedHere = { status: 400, body: { errors: [{ path: 'response' }] } }
    const theirs = answerWith(other.passkey, await optionsFor(browser), device)
    expect(await give(browser, theirs)).toMatchObject(rejectedHere)
    const elsewhere = answerWith(passkey, await optionsFor(other.browser), device)
    expect(await give(browser, elsewhere)).toMatchObject(rejectedHere)
  })
})
