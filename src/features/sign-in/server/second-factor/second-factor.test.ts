import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secondFactorRolesOf } from '#features/brand/rules/sign-in-section.ts'
import { contract } from '#app/contract.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { recoveryCodes, secondFactors, sessions } from '#features/access/schema/tables.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { createPasskey } from '#test/support/authenticator-device.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { codeAt, makeEnrolled, password, passwordGiven, setUp } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const STEP = 30_000
const MINUTE = 60_000
const start = new Date('2026-11-20T08:00:10Z').getTime()

let server: TestServer
let now = start
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(now) })
})
afterAll(() => server.close())
beforeEach(() => {
  now = start
})

const at = () => new Date(now)
let count = 0
const someAddress = () => `198.51.100.${(count += 1)}`

/** A user with an authenticator whose next code is unused. */
async function enrolled() {
  const user = await makeEnrolled(server)
  now += STEP
  return user
}

/** Signs in with the password only, from a new address. */
const begin = (username: string) => passwordGiven(server, username, someAddress())
const give = (session: HttpSession, code: string | undefined) =>
  session.post('/api/account/second-factor/code', { code })
const actionsAbout = async (id: string) =>
  (await auditAbout(server.context, id))
    .map(({ action }) => action)
    .filter((action) => action !== 'user.created')

describe('signing in', () => {
  test('asks for the code after the password, and accepts it', async () => {
    const { id, username, secret } = await enrolled()
    const session = await begin(username)
    expect((await session.get('/api/user')).body).toMatchObject({ username, secondFactor: 'due' })
    const before = session.cookies.get('session')
    const answer = await give(session, codeAt(secret, at()))
    expect(answer).toMatchObject({ status: 200, body: { username, secondFactor: 'given' } })
    expect(session.cookies.get('session')).not.toBe(before)
    expect((await session.get('/api/admin/users')).status).toBe(200)
    expect((await actionsAbout(id)).slice(1)).toEqual(['session.second-factor-asked', 'session.signed-in'])
  })

  test('needs only the password without a second factor, and is one statement', async () => {
    const { username } = await makeUser(server.context, { role: 'admin', password })
    const session = await begin(username)
    expect((await session.get('/api/user')).body).toMatchObject({ secondFactor: 'not-needed' })
  })

  test('responds to a wrong password the same, with or without a second factor', async () => {
    const without = await makeUser(server.context, { role: 'admin', password })
    const [one, other] = await Promise.all(
      [await enrolled(), without].map(({ username }) =>
        server.visit(someAddress()).post('/api/login', { username, password: 'a loud harbour wall' }),
      ),
    )
    expect([one?.status, one?.text]).toEqual([other?.status, other?.text])
  })

  const closed = Object.entries(contract).filter(
    ([, { access }]) => access !== 'anyone' && access !== 'account.see' && access !== 'second-factor.give',
  )
  test('grants no access before the code', async () => {
    const { username } = await makeEnrolled(server, 'system_administrator')
    const session = await begin(username)
    for (const [key] of closed) {
      const [method = '', path = ''] = key.split(' ')
      const named = path.replaceAll(/\{\w+\}/gu, '0')
      const answer = await session.request(method, named, method === 'GET' ? {} : { body: {} })
      expect([key, answer.status, answer.body]).toMatchObject([key, 403, { code: 'second-factor-required' }])
    }
  })

  test.each([
    ['a step ago', -1, 200],
    ['now', 0, 200],
    ['in a step', 1, 200],
    ['two steps ago', -2, 400],
    ['in two steps', 2, 400],
  ])('handles the code of %s: %i', async (_when, steps, status) => {
    const { username, secret } = await enrolled()
    now += 10 * STEP
    expect((await give(await begin(username), codeAt(secret, at(), steps))).status).toBe(status)
  })

  test('accepts spaces, as authenticators show them', async () => {
    const { username, secret } = await enrolled()
    const code = codeAt(secret, at())
    expect((await give(await begin(username), ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
  })

  test('refuses used and earlier codes, and the one that set the authenticator up', async () => {
    const { username, secret } = await makeEnrolled(server)
    expect((await give(await begin(username), codeAt(secret, at()))).status).toBe(400)
    now += STEP
    const code = codeAt(secret, at())
    expect((await give(await begin(username), code)).status).toBe(200)
    const again = await give(await begin(username), code)
    expect(again).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } })
    expect((await give(await begin(username), codeAt(secret, at(), -1))).status).toBe(400)
  })

  test.each(['code', 'recovery code'])('accepts the same %s once when sent simultaneously', async (kind) => {
    const { username, secret, recoveryCodes: codes } = await enrolled()
    const code = kind === 'code' ? codeAt(secret, at()) : codes[3]
    const browsers = await Promise.all(Array.from({ length: 5 }, () => begin(username)))
    const answers = await Promise.all(browsers.map((session) => give(session, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
  })

  test('begins one session per pending sign-in, also for simultaneous codes', async () => {
    const { id, username, secret, recoveryCodes: codes } = await enrolled()
    const session = await begin(username)
    const answers = await Promise.all([give(session, codeAt(secret, at())), give(session, codes[0])])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { db } = server.context.database
    // The other one is where the authenticator was set up.
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(2)
  })

  test('accepts a recovery code once, notifies its owner, and counts those that are left', async () => {
    const { username, recoveryCodes: codes } = await enrolled()
    const session = await begin(username)
    expect((await give(session, codes[0]?.toLowerCase())).status).toBe(200)
    expect((await session.get('/api/account/second-factor')).body).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await give(await begin(username), codes[0])).status).toBe(400)
    const mail = (await mailsTo(server.context, username)).at(-1)
    expect(mail).toMatchObject({ template: 'recovery-code-used' })
    expect(mail?.text).toMatch(/Codes left:?\s+9/u)
  })

  test('waits ten minutes for the code, and no longer', async () => {
    const { username, secret } = await enrolled()
    const session = await begin(username)
    now += 10 * MINUTE
    expect((await give(session, codeAt(secret, at()))).status).toBe(401)
  })

  test('is slowed down after five wrong codes, with a separate limit for known browsers', async () => {
    const { username, secret } = await enrolled()
    const known = await begin(username)
    expect((await give(known, codeAt(secret, at()))).status).toBe(200)
    const stranger = await begin(username)
    for (let tries = 0; tries < 5; tries += 1) expect((await give(stranger, '000000')).status).toBe(400)
    now += STEP
    const code = codeAt(secret, at())
    const late = await give(stranger, code)
    expect(late).toMatchObject({ status: 429, body: { code: 'throttled' } })
    expect(late.headers.get('retry-after')).not.toBeNull()
    expect((await give(await begin(username), code)).status).toBe(429)
    await known.post('/api/login', { username, password })
    expect((await give(known, code)).status).toBe(200)
  })

  test('remembers no browser before the code', async () => {
    const { username } = await enrolled()
    const stranger = await begin(username)
    for (let tries = 0; tries < 5; tries += 1) await give(stranger, '000000')
    await stranger.post('/api/login', { username, password })
    expect((await give(stranger, '000000')).status).toBe(429)
  })

  test('counts wrong codes against the address, and records them', async () => {
    const { id, username } = await enrolled()
    await give(await begin(username), '000000')
    const failed = (await auditAbout(server.context, id)).at(-1)
    expect(failed).toMatchObject({
      action: 'session.sign-in-failed',
      success: false,
      details: { username, reason: 'wrong-code' },
    })
  })

  test('needs no code in a signed-in session', async () => {
    const { session } = await enrolled()
    expect((await give(session, '000000')).status).toBe(409)
  })

  test('by a temporary password does not bypass the second factor', async () => {
    const demo = await startTestServer({ now: () => new Date(now), settings: { demo: true } })
    try {
      const { username, secret } = await makeEnrolled(demo)
      now += STEP
      const forgotten = await demo.visit().post('/api/request-password-reset', { username })
      const { temporaryPassword } = forgotten.body as { temporaryPassword: string }
      const session = demo.visit()
      const newPassword = 'a lighthouse in the fog'
      await session.post('/api/login', { username, password: temporaryPassword })
      const change = { currentPassword: temporaryPassword, newPassword }
      expect((await session.post('/api/change-password', change)).status).toBe(403)
      const opened = await give(session, codeAt(secret, at()))
      expect(opened.body).toMatchObject({ secondFactor: 'given', mustChangePassword: true })
      const changed = await session.post('/api/change-password', change)
      expect(changed.body).toMatchObject({ secondFactor: 'given', mustChangePassword: false })
    } finally {
      await demo.close()
    }
  })
})

describe('setting up', () => {
  async function someone() {
    const user = await makeUser(server.context, { role: 'wealth_manager', password })
    return { ...user, session: await server.as(user.username) }
  }

  test('returns a secret for an authenticator, and ten recovery codes once a code has confirmed it', async () => {
    const { username, session } = await someone()
    const begun = await session.post('/api/account/second-factor', { password })
    const { secret, address } = begun.body as { secret: string; address: string }
    const uri = new URL(address)
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/${server.context.settings.branding.firmName}:${username}`,
    ])
    expect(uri.searchParams.get('secret')).toBe(secret)
    expect((await begin(username)).cookies.size).toBeGreaterThan(0)
    expect((await session.put('/api/account/second-factor', { code: '000000' })).status).toBe(400)
    const confirmed = await session.put('/api/account/second-factor', { code: codeAt(secret, at()) })
    const { recoveryCodes: codes } = confirmed.body as { recoveryCodes: string[] }
    expect(new Set(codes).size).toBe(10)
    expect((await session.get('/api/account/second-factor')).body).toEqual({
      since: at().toISOString(),
      recoveryCodesLeft: 10,
      authenticator: true,
      required: false,
    })
    expect((await session.get('/api/user')).body).toMatchObject({ secondFactor: 'given' })
    expect((await mailsTo(server.context, username)).at(-1)).toMatchObject({
      template: 'second-factor-changed',
    })
  })

  test('stores neither the secret nor a recovery code as plaintext', async () => {
    const { id, secret, recoveryCodes: codes } = await makeEnrolled(server)
    const { db } = server.context.database
    const stored = JSON.stringify([
      await db.select().from(secondFactors).where(eq(secondFactors.userId, id)),
      await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id)),
      await auditAbout(server.context, id),
      await mailsTo(
        server.context,
        (
          await server.context.database.pool.query<{ username: string }>(
            'select username from users where id = $1',
            [id],
          )
        ).rows[0]?.username ?? '',
      ),
    ])
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(text)
    }
  })

  test('ends the other sessions, which began without', async () => {
    const { username, session } = await someone()
    const elsewhere = await server.as(username)
    await setUp(session, at())
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await session.get('/api/user')).status).toBe(200)
  })

  test('accepts five wrong codes and then none, right or wrong, for a while', async () => {
    const { username } = await makeUser(server.context, { role: 'admin', password })
    const session = await server.as(username)
    const begun = await session.post('/api/account/second-factor', { password })
    const { secret } = begun.body as { secret: string }
    const confirm = (code: string) => session.put('/api/account/second-factor', { code })
    const right = codeAt(secret, at())
    const wrong = Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)).filter(
      (code) => code !== right,
    )
    const answers = await Promise.all(wrong.map(confirm))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect((await confirm(right)).status).toBe(429)
  })

  test('asks for the password', async () => {
    const { session } = await someone()
    const answer = await session.post('/api/account/second-factor', { password: 'a loud harbour wall' })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } })
  })

  test('confirmed twice at once happens once', async () => {
    const { session } = await someone()
    const begun = await session.post('/api/account/second-factor', { password })
    const code = codeAt((begun.body as { secret: string }).secret, at())
    const confirm = () => session.put('/api/account/second-factor', { code })
    const answers = await Promise.all([confirm(), confirm()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is refused where there is one, and starting again invalidates the previous secret', async () => {
    const { session } = await someone()
    const first = await session.post('/api/account/second-factor', { password })
    await setUp(session, at())
    const { secret } = first.body as { secret: string }
    expect((await session.put('/api/account/second-factor', { code: codeAt(secret, at()) })).status).not.toBe(
      200,
    )
    expect((await session.post('/api/account/second-factor', { password })).status).toBe(409)
  })

  test('during a sign-in leaves no session without it', async () => {
    const { username, session } = await someone()
    const begun = await session.post('/api/account/second-factor', { password })
    const code = codeAt((begun.body as { secret: string }).secret, at())
    const signIns = Array.from({ length: 8 }, () => server.visit(someAddress()))
    await Promise.all([
      session.put('/api/account/second-factor', { code }),
      ...signIns.map((browser) => browser.post('/api/login', { username, password })),
    ])
    for (const browser of signIns) {
      const answer = await browser.get('/api/user')
      if (answer.status === 200) expect(answer.body).toMatchObject({ secondFactor: 'due' })
    }
  })
})

describe('changing', () => {
  const removal = '/api/account/second-factor/removal'
  const renewal = '/api/account/second-factor/recovery-codes'

  test.each([removal, renewal])('%s needs password and code, both right', async (path) => {
    const { session, secret } = await enrolled()
    const code = codeAt(secret, at())
    const wrong = await session.post(path, { password: 'a loud harbour wall', code })
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } })
    const wrongCode = await session.post(path, { password, code: '000000' })
    expect(wrongCode).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } })
    expect((await session.post(path, { password, code })).status).toBeLessThan(300)
    expect((await session.post(path, { password, code })).status).toBeGreaterThanOrEqual(400)
  })

  test('when turned off, signing in needs only the password', async () => {
    const { id, username, session, secret } = await enrolled()
    const waiting = await begin(username)
    await session.post(removal, { password, code: codeAt(secret, at()) })
    expect((await waiting.get('/api/user')).status).toBe(401)
    expect((await session.get('/api/user')).body).toMatchObject({ secondFactor: 'not-needed' })
    expect((await (await begin(username)).get('/api/user')).body).toMatchObject({
      secondFactor: 'not-needed',
    })
    expect(await actionsAbout(id)).toContain('second-factor.removed')
  })

  test('new recovery codes replace the previous ones', async () => {
    const { username, session, secret, recoveryCodes: before } = await enrolled()
    const answer = await session.post(renewal, { password, code: codeAt(secret, at()) })
    const { recoveryCodes: after } = answer.body as { recoveryCodes: string[] }
    expect((await give(await begin(username), before[0])).status).toBe(400)
    expect((await give(await begin(username), after[0])).status).toBe(200)
  })

  test('is slowed down after five failures', async () => {
    const { session } = await enrolled()
    for (let tries = 0; tries < 5; tries += 1) await session.post(removal, { password, code: '000000' })
    expect((await session.post(removal, { password, code: '000000' })).status).toBe(429)
  })
})

describe('a system administrator', () => {
  const reset = (session: HttpSession, id: string) =>
    session.delete(`/api/system-admin/users/${id}/second-factor`)

  async function administrator() {
    const user = await makeUser(server.context, { role: 'system_administrator', password })
    return { ...user, session: await server.as(user.username) }
  }

  test("resets a user's second factor: their sessions end, they are notified, and it is recorded", async () => {
    const { id, username, session } = await enrolled()
    const waiting = await begin(username)
    const helper = await administrator()
    expect((await reset(helper.session, id)).status).toBe(204)
    for (const browser of [session, waiting]) expect((await browser.get('/api/user')).status).toBe(401)
    expect((await (await begin(username)).get('/api/user')).body).toMatchObject({
      secondFactor: 'not-needed',
    })
    const mail = (await mailsTo(server.context, username)).at(-1)
    expect(mail?.text).toContain('A system administrator removed')
    const rows = await auditAbout(server.context, id)
    expect(rows.filter(({ action }) => action === 'second-factor.reset')).toMatchObject([
      { actorId: helper.id },
    ])
  })

  test('a repeated reset, or one of a user without it, changes and records nothing', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    const open = await server.as(user.username)
    const { session } = await administrator()
    expect((await reset(session, user.id)).status).toBe(204)
    expect((await open.get('/api/user')).status).toBe(200)
    expect(await actionsAbout(user.id)).toEqual([])
  })

  test('cannot reset their own: that needs a code', async () => {
    const { id, session } = await makeEnrolled(server, 'system_administrator')
    expect((await reset(session, id)).status).toBe(409)
    expect((await session.get('/api/account/second-factor')).body).toMatchObject({ recoveryCodesLeft: 10 })
  })
})

describe('where it is required', () => {
  let strict: TestServer
  beforeAll(async () => {
    const settings = { secondFactorRoles: secondFactorRolesOf('required') }
    strict = await startTestServer({ now: () => new Date(now), settings })
  })
  afterAll(() => strict.close())

  test('staff without one set it up before anything else', async () => {
    const { username } = await makeUser(strict.context, { role: 'admin', password })
    const session = await passwordGiven(strict, username)
    expect((await session.get('/api/user')).body).toMatchObject({ secondFactor: 'to-set-up' })
    const refused = await session.get('/api/admin/users')
    expect(refused).toMatchObject({ status: 403, body: { code: 'second-factor-set-up-required' } })
    const { secret } = await setUp(session, at())
    expect((await session.get('/api/admin/users')).status).toBe(200)
    now += STEP
    await session.post('/api/account/second-factor/removal', { password, code: codeAt(secret, at()) })
    expect((await session.get('/api/admin/users')).status).toBe(403)
  })

  test('of administrators: not of wealth managers', async () => {
    changeSettings(strict, { secondFactorRoles: secondFactorRolesOf('administrators') })
    const states = await Promise.all(
      (['system_administrator', 'admin', 'wealth_manager', 'client'] as const).map(async (role) => {
        const { username } = await makeUser(strict.context, { role, password })
        const session = await passwordGiven(strict, username)
        const { secondFactor } = (await session.get('/api/user')).body as { secondFactor: string }
        const { required } = (await session.get('/api/account/second-factor')).body as { required?: boolean }
        return [secondFactor, required]
      }),
    )
    expect(states).toEqual([
      ['to-set-up', true],
      ['to-set-up', true],
      ['not-needed', false],
      ['not-needed', undefined],
    ])
  })

  test('a passkey can be the one that is set up', async () => {
    const { username } = await makeUser(strict.context, { role: 'admin', password })
    const session = await passwordGiven(strict, username)
    expect((await session.get('/api/admin/users')).status).toBe(403)
    const proof = { by: 'password', password }
    const begun = await session.post('/api/account/passkeys/options', { proof })
    const { options } = begun.body as { options: { challenge: string; user: { id: string } } }
    const { response } = createPasskey(options, {
      origin: `http://localhost:${strict.context.settings.port}`,
      rpId: 'localhost',
    })
    expect((await session.post('/api/account/passkeys', { response })).status).toBe(201)
    expect((await session.get('/api/admin/users')).status).toBe(200)
  })

  test('clients need none', async () => {
    const { username } = await makeUser(strict.context, { password })
    const session = await passwordGiven(strict, username)
    expect((await session.get('/api/user')).body).toMatchObject({ secondFactor: 'not-needed' })
    expect((await session.post('/api/account/second-factor', { password })).status).toBe(403)
  })
})
