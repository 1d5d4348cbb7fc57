import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import type { SsoTest } from '#features/sso/api.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { sessions, users } from '#features/access/schema/tables.ts'
import { identities } from '#features/sso/schema.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { drawChallenge, type ChallengePurpose } from '#features/sign-in/server/passkeys/challenge.ts'
import { limits } from '#base/server/throttling/limits.ts'
import { rateLimits } from '#base/server/db/throttling-schema.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { atProvider } from '#test/support/at-provider.ts'
import { hostileAddresses } from '#test/support/hostile-addresses.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { startIdentityProvider, type IdentityProvider } from '#test/support/identity-provider.ts'
import { mailsTo } from '#test/support/records.ts'
import { codeAt, password, setUp } from '#test/support/second-factor.ts'
import { answerWith } from '#test/support/authenticator-device.ts'
import { enrolPasskey, makePasskey } from '#test/support/passkeys.ts'
import { makeIdentity } from '#test/support/identities.ts'
import { checkSsoSessions } from './check-sessions.ts'
import { forgetConfiguration } from './configurations.ts'
import { providerNamed } from './start.ts'
import { ssoVariables } from '#test/support/sso-variables.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Requests go to the server's port; this is the address that users open. */
/** Passkeys can be used here, also over plain HTTP. */
const SITE = 'http://onboarding.localhost'

let server: TestServer
let idp: IdentityProvider
let other: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider({ site: SITE, people: {} })
  other = await startIdentityProvider({ site: SITE, name: 'second', people: {} })
  const { ssoProviders } = readSettings({
    DEMO: '0',
    BASE_URL: SITE,
    OIDC_PROVIDERS: 'test,second',
    OIDC_TEST_LABEL: 'Test',
    ...ssoVariables(idp),
    OIDC_TEST_SECOND_FACTOR: 'amr:mfa',
    OIDC_TEST_ROLE_CLAIM: 'roles',
    OIDC_TEST_ROLES:
      'admin=Onboarding.Admin,wealth_manager=Onboarding.Manager,system_administrator=Onboarding.System',
    ...ssoVariables(other, { name: 'SECOND' }),
    OIDC_SECOND_CHECK_MINUTES: '15',
    // This provider issues refresh tokens only then.
    OIDC_SECOND_EXTRA: 'prompt=consent',
  })
  server = await startTestServer({ settings: { ssoProviders, baseUrl: new URL(SITE) } })
})
afterAll(async () => {
  await server.close()
  await idp.stop()
  await other.stop()
})
beforeEach(() => {
  idp.authentication.amr = ['pwd']
})

let count = 0
const someAddress = () => `198.51.100.${(count += 1)}`
const subject = () => `subject-${(count += 1)}`

/** A browser at the site; changes come from its own pages. */
function visit(): HttpSession {
  return openHttpSession(server.url, { 'x-forwarded-for': someAddress(), origin: SITE })
}

/** Starts a sign-in and returns the callback's address. */
async function begin(
  browser: HttpSession,
  provider = 'test',
  path = `/api/sso/${provider}/start`,
): Promise<URL> {
  const started = await browser.get(path)
  expect(started.status).toBe(303)
  return atProvider(started.headers.get('location') ?? '', SITE)
}

/** Opens the callback; returns where the browser goes next. */
async function finish(browser: HttpSession, callback: URL): Promise<string> {
  const answer = await browser.get(callback.pathname + callback.search)
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}

async function signIn(browser: HttpSession, who: string, claims: object, provider = 'test'): Promise<string> {
  const at = provider === 'test' ? idp : other
  at.people.set(who, { ...claims })
  at.as(who)
  return finish(browser, await begin(browser, provider))
}

const vouched = (email: string) => ({ email, email_verified: true })
const isSignedIn = async (browser: HttpSession) => (await browser.get('/api/user')).status === 200
const auditOf = (action: string, id?: string) =>
  server.context.database.db
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.action, action as 'sso.refused'))
    .then((rows) =>
      rows.map(({ details }) => details as Record<string, unknown>).filter(() => id === undefined || true),
    )
const invitedUser = (role: 'admin' | 'wealth_manager' | 'system_administrator' = 'admin') =>
  makeUser(server.context, { role, invited: true })

/** A session in a browser that is at the site. */
async function sessionOf(username: string): Promise<HttpSession> {
  const browser = visit()
  for (const [name, value] of (await server.as(username)).cookies) browser.cookies.set(name, value)
  return browser
}

/** A user with an authenticator. */
async function enrolled() {
  const user = await makeUser(server.context, { role: 'admin', password })
  return { ...user, ...(await setUp(await sessionOf(user.username), server.context.now())) }
}

/** An account that is linked already, by its invitation. */
async function linked(
  role: 'admin' | 'wealth_manager' | 'system_administrator' = 'admin',
  claims: object = {},
) {
  const user = await invitedUser(role)
  const who = subject()
  const browser = visit()
  await signIn(browser, who, { ...vouched(user.username), ...claims })
  expect(await isSignedIn(browser)).toBe(true)
  return { ...user, who, browser, claims: vouched(user.username) }
}

describe('linking', () => {
  test('links an invited account by its vouched address, and signs in by subject from then on', async () => {
    const { id, username, who } = await linked()
    const [identity] = await server.context.database.db
      .select()
      .from(identities)
      .where(eq(identities.userId, id))
    expect(identity).toMatchObject({ subject: who, provider: 'test', issuer: `${idp.issuer}/` })
    expect((await mailsTo(server.context, username)).map(({ template }) => template)).toContain(
      'identity-changed',
    )
    // The address at the provider may change.
    const browser = visit()
    expect(await signIn(browser, who, vouched('another.name@test.example'))).toBe('/admin')
    expect((await browser.get('/api/user')).body).toMatchObject({ username })
    expect(await auditOf('session.signed-in')).toContainEqual({
      temporaryPassword: false,
      by: 'sso',
      provider: 'test',
    })
  })

  test.each([
    ['false', { email_verified: false }],
    ['missing', {}],
    ['a text', { email_verified: 'true' }],
  ])(
    'rejects an address whose verification is %s, the same with and without an account',
    async (_how, claim) => {
      const user = await invitedUser()
      const active = await makeUser(server.context, { role: 'admin', password })
      for (const email of [user.username, active.username, 'no.one@test.example']) {
        const browser = visit()
        expect(await signIn(browser, subject(), { email, ...claim })).toBe('/auth?sso=address-not-vouched')
        expect(await isSignedIn(browser)).toBe(false)
      }
      expect(await auditOf('sso.refused')).toContainEqual({
        provider: 'test',
        reason: 'address-not-vouched',
        missing: 'email_verified',
      })
    },
  )

  test('rejects a vouched address of another domain', async () => {
    expect(await signIn(visit(), subject(), vouched('admin@elsewhere.example'))).toBe(
      '/auth?sso=address-not-vouched',
    )
  })

  test('gives clients and strangers the same answer', async () => {
    const client = await makeClient(server.context)
    const ofClient = await signIn(visit(), subject(), vouched(client.username))
    expect(ofClient).toBe('/auth?sso=no-account')
    expect(await signIn(visit(), subject(), vouched('no.one@test.example'))).toBe(ofClient)
  })

  test('asks for the password of an active account once, and counts wrong ones', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    const who = subject()
    const browser = visit()
    expect(await signIn(browser, who, vouched(user.username))).toBe('/auth/link')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.get('/api/sso/pending')).body).toMatchObject({
      username: user.username,
      needsCode: false,
    })
    expect((await browser.post('/api/sso/link', { password: 'a loud harbour wall' })).status).toBe(401)
    expect((await browser.post('/api/sso/link', { password })).body).toMatchObject({
      username: user.username,
    })
    const next = visit()
    expect(await signIn(next, who, vouched(user.username))).toBe('/admin')
    expect(await isSignedIn(next)).toBe(true)
  })

  test('limits guessing of that password like a sign-in, and needs the sealed cookie', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    const browser = visit()
    await signIn(browser, subject(), vouched(user.username))
    for (let tries = 0; tries < limits.account.points; tries += 1)
      expect((await browser.post('/api/sso/link', { password: 'a loud harbour wall' })).status).toBe(401)
    expect((await browser.post('/api/sso/link', { password })).status).toBe(429)
    expect((await visit().post('/api/sso/link', { password })).status).toBe(404)
  })

  test('asks for the code too, where the account has a second factor', async () => {
    const user = await enrolled()
    const browser = visit()
    await signIn(browser, subject(), vouched(user.username))
    expect((await browser.post('/api/sso/link', { password })).body).toMatchObject({
      errors: [{ path: 'code' }],
    })
    const code = user.recoveryCodes[0]
    expect((await browser.post('/api/sso/link', { password, code })).body).toMatchObject({
      secondFactor: 'given',
    })
  })

  test('rejects another subject with the address of a linked account', async () => {
    const { username } = await linked()
    expect(await signIn(visit(), subject(), vouched(username))).toBe('/auth?sso=already-linked')
  })

  test('rejects the same subject of another issuer', async () => {
    const { who, claims } = await linked()
    const browser = visit()
    // The account has no password, so nothing links it.
    expect(await signIn(browser, who, claims, 'second')).toBe('/auth?sso=linking-not-open')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('a system administrator allows linking for a day, but not for system administrators', async () => {
    const { id, who, claims } = await linked()
    const system = await makeUser(server.context, { role: 'system_administrator' })
    const session = await server.as(system.username)
    const at = { origin: SITE }
    const opened = await session.post(`/api/system-admin/users/${id}/linking`, { open: true }, at)
    expect(opened.status).toBe(200)
    expect(await signIn(visit(), who, claims, 'second')).toBe('/admin')
    expect(
      (await session.post(`/api/system-admin/users/${system.id}/linking`, { open: true }, at)).status,
    ).toBe(409)
  })

  test('tells the owner of a deactivated account, and no one else', async () => {
    const { id, who, claims, username } = await linked()
    await server.context.database.db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, id))
    expect(await signIn(visit(), who, claims)).toBe('/auth?sso=deactivated')
    expect(await signIn(visit(), subject(), vouched(username))).toBe('/auth?sso=no-account')
  })
})

describe('linking by a passkey', () => {
  const device = { origin: SITE, rpId: new URL(SITE).hostname }

  /** An active account with a passkey, whose owner has just signed in at the provider in a new browser. */
  async function asked() {
    const user = await makeUser(server.context, { role: 'admin', password })
    const session = await sessionOf(user.username)
    const { id: passkeyId, passkey, recoveryCodes } = await enrolPasskey(session, device)
    const who = subject()
    const browser = visit()
    expect(await signIn(browser, who, vouched(user.username))).toBe('/auth/link')
    return { ...user, passkeyId, passkey, recoveryCodes, session, who, browser }
  }

  async function optionsOf(browser: HttpSession, path = '/api/sso/link/options', body: object = {}) {
    const answer = await browser.post(path, body)
    expect(answer.status).toBe(200)
    return (answer.body as { options: { challenge: string; allowCredentials: unknown[] } }).options
  }

  const linkWith = (browser: HttpSession, response: object) =>
    browser.post('/api/sso/link', { proof: { by: 'passkey', response } })
  const linksOf = (userId: string) =>
    server.context.database.db.$count(identities, eq(identities.userId, userId))
  const rejected = { status: 401, body: { detail: expect.stringContaining('passkey') as string } }

  /** The same browser before its next step. */
  function copyOf(browser: HttpSession): HttpSession {
    const copy = visit()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    return copy
  }

  test('counts as both factors, and is recorded', async () => {
    const { id, username, passkey, browser, who } = await asked()
    expect((await browser.get('/api/sso/pending')).body).toMatchObject({ needsCode: true, hasPasskey: true })
    const options = await optionsOf(browser)
    // The provider's word alone shows none of the account's passkeys.
    expect(options.allowCredentials).toEqual([])
    const answer = await linkWith(browser, answerWith(passkey, options, device))
    expect(answer).toMatchObject({ status: 200, body: { username, secondFactor: 'given' } })
    expect(await linksOf(id)).toBe(1)
    expect(await auditOf('sso.linked')).toContainEqual({ provider: 'test', how: 'passkey' })
    const next = visit()
    expect(await signIn(next, who, vouched(username))).toBe('/auth')
    expect((await next.get('/api/user')).body).toMatchObject({ username, secondFactor: 'due' })
  })

  test('is not offered to an account without one, and needs the sealed cookie', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    const browser = visit()
    await signIn(browser, subject(), vouched(user.username))
    expect((await browser.get('/api/sso/pending')).body).toMatchObject({ hasPasskey: false })
    expect((await visit().post('/api/sso/link/options', {})).status).toBe(404)
    const { passkey, browser: elsewhere } = await asked()
    const response = answerWith(passkey, await optionsOf(elsewhere), device)
    expect((await linkWith(visit(), response)).status).toBe(404)
    expect(await linkWith(browser, response)).toMatchObject(rejected)
  })

  test('rejects the passkey of another account, also with its owner’s handle left out', async () => {
    const { id, browser, passkey } = await asked()
    const stranger = await asked()
    for (const handle of [stranger.passkey.handle, passkey.handle, undefined]) {
      const response = answerWith({ ...stranger.passkey, handle }, await optionsOf(browser), device)
      expect(await linkWith(browser, response)).toMatchObject(rejected)
    }
    // Another key under this account's credential.
    const forged = answerWith({ ...passkey, key: stranger.passkey.key }, await optionsOf(browser), device)
    expect(await linkWith(browser, forged)).toMatchObject(rejected)
    expect(await linksOf(id)).toBe(0)
    expect(await auditOf('session.sign-in-failed')).toContainEqual(
      expect.objectContaining({ reason: 'wrong-passkey' }),
    )
  })

  test('accepts an answer once, also in the browser as it was before', async () => {
    const { id, browser, passkey } = await asked()
    const before = copyOf(browser)
    const response = answerWith(passkey, await optionsOf(browser), device)
    expect((await linkWith(browser, response)).status).toBe(200)
    await server.context.database.db.delete(identities).where(eq(identities.userId, id))
    expect(await linkWith(before, response)).toMatchObject(rejected)
    expect(await linksOf(id)).toBe(0)
    // A new answer links once more, so the rejection was for the repetition.
    expect((await linkWith(before, answerWith(passkey, await optionsOf(before), device))).status).toBe(200)
  })

  test('links once by two identical answers at once', async () => {
    const { id, browser, passkey } = await asked()
    const response = answerWith(passkey, await optionsOf(browser), { ...device, counter: 0 })
    const answers = await Promise.all([0, 1].map(() => linkWith(copyOf(browser), response)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await linksOf(id)).toBe(1)
  })

  const draw = (purpose: ChallengePurpose, ago = 0) => ({
    challenge: drawChallenge(server.context.keyring, purpose, new Date(Date.now() - ago)).toString(
      'base64url',
    ),
  })

  test('rejects a challenge of another call, and one that was made up', async () => {
    const { id, who, browser, passkey, session } = await asked()
    for (const options of [
      await optionsOf(visit(), '/api/passkey/options'),
      await optionsOf(session, '/api/account/proof-options'),
      { challenge: 'A'.repeat(48) },
    ])
      expect(await linkWith(browser, answerWith(passkey, options, device))).toMatchObject(rejected)
    expect(await linksOf(id)).toBe(0)
    const right = draw(`link ${id} test ${who}`)
    expect((await linkWith(browser, answerWith(passkey, right, device))).status).toBe(200)
  })

  test('rejects a challenge for another person, account or provider, and an old one', async () => {
    const { id, who, browser, passkey } = await asked()
    const stranger = await asked()
    for (const options of [
      draw(`link ${id} second ${who}`),
      draw(`link ${id} test ${stranger.who}`),
      draw(`link ${stranger.id} test ${who}`),
      draw(`link ${id} test ${who}`, 6 * 60_000),
    ])
      expect(await linkWith(browser, answerWith(passkey, options, device))).toMatchObject(rejected)
    expect(await linksOf(id)).toBe(0)
  })

  test.each([
    ['another origin', { origin: 'http://localhost:9999' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that did not verify its owner', { verified: false }],
  ])('rejects an answer of %s', async (_what, how) => {
    const { id, browser, passkey } = await asked()
    const response = answerWith(passkey, await optionsOf(browser), { ...device, ...how })
    expect(await linkWith(browser, response)).toMatchObject(rejected)
    expect(await linksOf(id)).toBe(0)
  })

  test('rejects a passkey that was removed meanwhile, and one of a deactivated account', async () => {
    const { browser, passkey, session, id: userId, passkeyId, recoveryCodes } = await asked()
    const response = answerWith(passkey, await optionsOf(browser), device)
    const proof = { by: 'password', password, code: recoveryCodes[0] }
    expect((await session.post(`/api/account/passkeys/${passkeyId}/removal`, { proof })).status).toBe(204)
    expect(await linkWith(browser, response)).toMatchObject(rejected)
    const stranger = await asked()
    const ofOther = answerWith(stranger.passkey, await optionsOf(stranger.browser), device)
    const isOther = eq(users.id, stranger.id)
    await server.context.database.db.update(users).set({ deactivatedAt: new Date() }).where(isOther)
    expect(await linkWith(stranger.browser, ofOther)).toMatchObject(rejected)
    expect((await linksOf(userId)) + (await linksOf(stranger.id))).toBe(0)
  })

  test('rejects a counter that goes back, and mails the owner', async () => {
    const { id, username, browser, passkey } = await asked()
    passkey.counter = 9
    const first = answerWith(passkey, await optionsOf(visit(), '/api/passkey/options'), device)
    expect((await visit().post('/api/passkey/login', { response: first })).status).toBe(200)
    const copied = answerWith(passkey, await optionsOf(browser), { ...device, counter: 5 })
    expect(await linkWith(browser, copied)).toMatchObject(rejected)
    expect((await mailsTo(server.context, username)).at(-1)?.subject).toContain('check one of your passkeys')
    expect(await linksOf(id)).toBe(0)
  })

  test('is limited like passwords', async () => {
    const { browser, passkey } = await asked()
    const wrong = answerWith(passkey, { challenge: 'A'.repeat(48) }, device)
    for (let tries = 0; tries < limits.account.points; tries += 1)
      expect((await linkWith(browser, wrong)).status).toBe(401)
    const right = answerWith(passkey, await optionsOf(browser), device)
    expect((await linkWith(browser, right)).status).toBe(429)
  })
})

describe('the callback', () => {
  test('works once, in the browser that began', async () => {
    const { who, claims } = await linked()
    idp.people.set(who, claims)
    idp.as(who)
    const browser = visit()
    const callback = await begin(browser)
    expect(await finish(visit(), callback)).toBe('/auth?sso=not-from-here')
    expect(await finish(browser, callback)).toBe('/admin')
    await browser.post('/api/logout', {})
    expect(await finish(browser, callback)).toBe('/auth?sso=not-from-here')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('rejects a code that was used, with the cookie restored', async () => {
    const { who } = await linked()
    idp.as(who)
    const browser = visit()
    const callback = await begin(browser)
    const before = new Map(browser.cookies)
    await finish(browser, callback)
    const replay = visit()
    for (const [name, value] of before) replay.cookies.set(name, value)
    expect(await finish(replay, callback)).toBe('/auth?sso=used-or-old')
    expect(await isSignedIn(replay)).toBe(false)
  })

  test.each([
    ['state', 'another-state', 'not-from-here'],
    ['iss', 'https://evil.example', 'not-valid'],
    ['iss', '', 'not-valid'],
  ])('rejects a changed %s', async (name, value, reason) => {
    const { who } = await linked()
    idp.as(who)
    const browser = visit()
    const callback = await begin(browser)
    if (value === '') callback.searchParams.delete(name)
    else callback.searchParams.set(name, value)
    expect(await finish(browser, callback)).toBe(`/auth?sso=${reason}`)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('rejects an answer for another provider (mix-up)', async () => {
    const { who } = await linked()
    idp.as(who)
    const browser = visit()
    const callback = await begin(browser)
    callback.pathname = '/api/sso/second/callback'
    expect(await finish(browser, callback)).toBe('/auth?sso=not-from-here')
  })

  test('shows a page for errors of the provider, without its text', async () => {
    const browser = visit()
    const callback = await begin(browser)
    const state = callback.searchParams.get('state')
    const failed = new URL(
      `${SITE}/api/sso/test/callback?error=access_denied&error_description=secret&state=${state}&iss=${encodeURIComponent(idp.issuer)}`,
    )
    expect(await finish(browser, failed)).toBe('/auth?sso=rejected')
  })

  test('returns to the page where it began', async () => {
    const { who } = await linked()
    idp.as(who)
    const browser = visit()
    const page = '/admin/applications/1?x=1'
    const callback = await begin(browser, 'test', `/api/sso/test/start?returnTo=${encodeURIComponent(page)}`)
    expect(await finish(browser, callback)).toBe(page)
  })

  test.each(hostileAddresses)('never returns to %j', async (wanted) => {
    const { who, browser: signedIn } = await linked()
    idp.as(who)
    const returnTo = `returnTo=${encodeURIComponent(wanted)}`
    for (const { browser, path, page } of [
      { browser: visit(), path: 'start', page: '/admin' },
      { browser: signedIn, path: 'prove', page: '/account' },
    ]) {
      const started = await browser.get(`/api/sso/test/${path}?${returnTo}`)
      // Control characters are refused by the contract.
      if (started.status === 400) continue
      const callback = await atProvider(started.headers.get('location') ?? '', SITE)
      expect(await finish(browser, callback)).toBe(page)
    }
  })

  test('survives an abrupt change of the provider’s keys by starting once more', async () => {
    const { who } = await linked()
    idp.as(who)
    await finish(visit(), await begin(visit()))
    await idp.changeKeys()
    const browser = visit()
    const again = await finish(browser, await begin(browser))
    expect(new URL(again).origin).toBe(idp.issuer)
    expect(await finish(browser, await atProvider(again, SITE))).toBe('/admin')
  })

  test('shows a page while the provider is down, and signs no one out', async () => {
    const { browser, who } = await linked('admin')
    await idp.stop()
    onTestFinished(() => idp.start())
    const { ssoProviders } = server.context.settings
    // As another server that has not discovered it yet.
    changeSettings(server, { ssoProviders: ssoProviders.map((one) => ({ ...one })) })
    const started = await visit().get('/api/sso/test/start')
    expect(started.headers.get('location')).toBe('/auth?sso=provider-down')
    expect(await isSignedIn(browser)).toBe(true)
    await idp.start()
    changeSettings(server, { ssoProviders })
    idp.as(who)
    expect(await finish(visit(), await begin(visit()))).toContain('/auth?sso=')
  })
})

describe('the second factor', () => {
  test('is our own, unless the provider used one that counts', async () => {
    const user = await enrolled()
    const who = subject()
    const browser = visit()
    await signIn(browser, who, vouched(user.username))
    await browser.post('/api/sso/link', { password, code: user.recoveryCodes[0] })
    const pending = visit()
    expect(await signIn(pending, who, vouched(user.username))).toBe('/auth')
    expect((await pending.get('/api/user')).body).toMatchObject({ secondFactor: 'due' })
    const given = await pending.post('/api/account/second-factor/code', { code: user.recoveryCodes[1] })
    expect(given.body).toMatchObject({ secondFactor: 'given' })
    idp.authentication.amr = ['pwd', 'mfa']
    const satisfied = visit()
    expect(await signIn(satisfied, who, vouched(user.username))).toBe('/admin')
    expect((await satisfied.get('/api/user')).body).toMatchObject({ secondFactor: 'given' })
  })
})

describe('roles', () => {
  const roleOf = async (id: string) =>
    (await server.context.database.db.select().from(users).where(eq(users.id, id)))[0]?.role

  test('become the provider’s, and end other sessions', async () => {
    const { id, who, claims, browser } = await linked('wealth_manager')
    expect(await signIn(visit(), who, { ...claims, roles: ['Onboarding.Admin'] })).toBe('/admin')
    expect(await roleOf(id)).toBe('admin')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test.each([
    ['is missing', {}],
    ['has no mapped value', { roles: ['Other'] }],
    ['is too large for the token', { roles: ['Onboarding.Admin'], _claim_names: { roles: 'src1' } }],
  ])('stay where the claim %s', async (_how, claim) => {
    const { id, who, claims } = await linked('wealth_manager')
    expect(await signIn(visit(), who, { ...claims, ...claim })).toBe('/wealth-manager')
    expect(await roleOf(id)).toBe('wealth_manager')
  })

  test('stay for a manager with clients, and for the last system administrator', async () => {
    const manager = await linked('wealth_manager')
    await makeClient(server.context, { managerId: manager.id } as object)
    await server.context.database.db
      .update(users)
      .set({ wealthManagerId: manager.id })
      .where(eq(users.role, 'client'))
    await signIn(visit(), manager.who, { ...manager.claims, roles: ['Onboarding.Admin'] })
    expect(await roleOf(manager.id)).toBe('wealth_manager')
    await server.context.database.db
      .update(users)
      .set({ deactivatedAt: new Date() })
      .where(eq(users.role, 'system_administrator'))
    const system = await linked('system_administrator')
    await signIn(visit(), system.who, { ...system.claims, roles: ['Onboarding.Admin'] })
    expect(await roleOf(system.id)).toBe('system_administrator')
    expect(await auditOf('sso.role-kept')).toEqual(
      expect.arrayContaining([
        { provider: 'test', wanted: 'admin', why: 'has-clients' },
        { provider: 'test', wanted: 'admin', why: 'last-system-administrator' },
      ]),
    )
  })
})

test.each([
  ['a name', { name: 'Thandi\0' }],
  ['a list', { roles: ['Onboarding.Admin', '\ud800'] }],
])('claims that cannot be stored, in %s, are refused with the reason', async (_where, claims) => {
  const who = crypto.randomUUID()
  const address = await signIn(visit(), who, { ...vouched(`${who}@test.example`), ...claims })
  expect(address).toContain('sso=not-valid')
})

describe('back-channel logout', () => {
  const send = async (token: string) => {
    const response = await fetch(`${server.url}/api/sso/test/backchannel-logout`, {
      method: 'POST',
      headers: { 'x-forwarded-for': someAddress() },
      body: new URLSearchParams({ logout_token: token }),
    })
    return response.status
  }

  test('ends all sessions that the identity began, once, and no others', async () => {
    const { who, browser, username } = await linked()
    const second = visit()
    idp.as(who)
    await finish(second, await begin(second))
    const elsewhere = await server.as(username)
    const token = await idp.logoutToken({ sub: who })
    expect(await send(token)).toBe(200)
    expect([await isSignedIn(browser), await isSignedIn(second), await isSignedIn(elsewhere)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await send(token)).toBe(400)
    expect(await auditOf('session.ended-by-provider')).toContainEqual({
      provider: 'test',
      sessions: 2,
      how: 'logout',
    })
  })

  test('is accepted when signed with a new key, also shortly after the keys were fetched', async () => {
    const { who, browser } = await linked()
    expect(await send(await idp.logoutToken({ sub: 'no one' }))).toBe(200)
    await idp.changeKeys()
    expect(await send(await idp.logoutToken({ sub: who }))).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    // The next sign-in learns the new keys.
    const later = visit()
    await finish(later, await begin(later))
  })

  test('is accepted for a person without sessions', async () => {
    expect(await send(await idp.logoutToken({ sub: 'no one' }))).toBe(200)
  })

  test.each([
    ['a nonce, as an ID token', { nonce: 'n' }],
    ['no event', { events: {} }],
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an old time', { iat: Math.floor(Date.now() / 1000) - 600 }],
    ['no one named', { sub: undefined }],
    ['a person who cannot be stored', { sub: 'Thandi\0' }],
  ])('is rejected with %s', async (_what, fields) => {
    const { who, browser } = await linked()
    expect(await send(await idp.logoutToken({ sub: who, ...fields }))).toBe(400)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('is rejected when signed by another provider, or not at all', async () => {
    const { who, browser } = await linked()
    expect(await send(await other.logoutToken({ iss: idp.issuer, sub: who }))).toBe(400)
    const [, body] = (await idp.logoutToken({ sub: who })).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    expect(await send(`${none}.${body}.`)).toBe(400)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('signing out here', () => {
  const provider = () => providerNamed(server.context, 'test')
  const signOut = async (browser: HttpSession) => (await browser.post('/api/logout')).body
  const at = (signOutUrl: string | null) => ({ stillSignedInAt: { label: 'Test', signOutUrl } })

  /** Signs out while the provider's metadata names this page. */
  async function signOutWith(page: unknown) {
    const { browser } = await linked()
    idp.metadata['end_session_endpoint'] = page
    forgetConfiguration(provider())
    try {
      return await signOut(browser)
    } finally {
      delete idp.metadata['end_session_endpoint']
      forgetConfiguration(provider())
    }
  }

  test('names the provider and its page for signing out, once and without a token', async () => {
    const { browser } = await linked()
    expect(await signOut(browser)).toEqual(at(`${idp.issuer}/session/end?client_id=client-onboarding`))
    expect(await isSignedIn(browser)).toBe(false)
    expect(await signOut(browser)).toEqual({ stillSignedInAt: null })
  })

  test('extends an address with parameters', async () => {
    expect(await signOutWith('https://id.test.example/out?policy=b2c')).toEqual(
      at('https://id.test.example/out?policy=b2c&client_id=client-onboarding'),
    )
  })

  test.each([
    ['none', undefined],
    ['a script', 'javascript:alert(document.cookie)'],
    ['plain HTTP', 'http://id.test.example/out'],
    ['credentials', 'https://admin:secret@id.test.example/out'],
    ['a long one', `https://id.test.example/${'x'.repeat(2000)}`],
    ['a path', '/session/end'],
    ['a number', 7],
  ])('links nowhere where the provider names %s', async (_what, page) => {
    expect(await signOutWith(page)).toEqual(at(null))
  })

  test('works while the provider is down', async () => {
    const { browser } = await linked()
    await idp.stop()
    onTestFinished(() => idp.start())
    forgetConfiguration(provider())
    expect(await signOut(browser)).toEqual(at(null))
    expect(await isSignedIn(browser)).toBe(false)
    await idp.start()
    forgetConfiguration(provider())
  })

  test('names no provider after a sign-in by password, also of a linked account', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    await makeIdentity(server.context, user.id, { issuer: `${idp.issuer}/`, subject: subject() })
    const browser = visit()
    expect((await browser.post('/api/login', { username: user.username, password })).status).toBe(200)
    expect(await signOut(browser)).toEqual({ stillSignedInAt: null })
  })
})

describe('own identities', () => {
  test('are removed with proof, where a password remains; their sessions end', async () => {
    const user = await makeUser(server.context, { role: 'admin', password })
    const browser = visit()
    await signIn(browser, subject(), vouched(user.username))
    await browser.post('/api/sso/link', { password })
    const session = await server.as(user.username)
    const listed = (await session.get('/api/account/identities')).body as { identities: { id: string }[] }
    const path = `/api/account/identities/${listed.identities[0]?.id}/removal`
    const remove = (given: object) => session.post(path, { proof: given }, { origin: SITE })
    expect((await remove({ by: 'password', password: 'a loud harbour wall' })).status).toBe(400)
    expect((await remove({ by: 'password', password })).status).toBe(204)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('a fresh sign-on is a proof for five minutes in its own session, and the only way in stays', async () => {
    const { id, who, claims, browser } = await linked()
    const listed = (await browser.get('/api/account/identities')).body as { identities: { id: string }[] }
    const remove = () =>
      browser.post(`/api/account/identities/${listed.identities[0]?.id}/removal`, { proof: { by: 'sso' } })
    expect((await remove()).body).toMatchObject({ code: 'proof-required' })
    idp.people.set(who, claims)
    idp.as(who)
    expect(await finish(browser, await begin(browser, 'test', '/api/sso/test/prove'))).toBe('/account')
    expect((await remove()).status).toBe(409)
    // Another person's sign-in at the provider proves nothing here.
    const stranger = subject()
    idp.people.set(stranger, {})
    idp.as(stranger)
    const elsewhere = await begin(browser, 'test', '/api/sso/test/prove')
    expect(await finish(browser, elsewhere)).toBe('/account?sso=another-person')
    await makePasskey(server.context, id)
    expect((await browser.get('/api/account/identities')).body).toMatchObject({ isRemovable: true })
    expect((await remove()).status).toBe(204)
    expect(await isSignedIn(browser)).toBe(false)
  })

  describe('linked from the account page', () => {
    const byPassword = { provider: 'test', proof: { by: 'password', password } }

    /** Proves who one is here, and signs in at the provider; returns the callback's address. */
    async function beginLinking(session: HttpSession, who: string, claims: object = {}): Promise<URL> {
      idp.people.set(who, { ...claims })
      idp.as(who)
      const answer = await session.post('/api/account/identities', byPassword)
      expect(answer.status).toBe(200)
      return atProvider((answer.body as { address: string }).address, SITE)
    }

    test('needs proof; the address at the provider does not matter, and the owner is mailed', async () => {
      const { username } = await makeUser(server.context, { role: 'admin', password })
      const session = await sessionOf(username)
      const wrong = { provider: 'test', proof: { by: 'password', password: 'a loud harbour wall' } }
      expect((await session.post('/api/account/identities', wrong)).status).toBe(400)
      const unknown = { ...byPassword, provider: 'unknown' }
      expect((await session.post('/api/account/identities', unknown)).status).toBe(404)
      const who = subject()
      const callback = await beginLinking(session, who, { email: 'private@elsewhere.example' })
      expect(await finish(session, callback)).toBe('/account?section=sign-in')
      expect((await session.get('/api/account/identities')).body).toMatchObject({
        identities: [{ provider: 'test', email: 'private@elsewhere.example' }],
      })
      expect(await auditOf('sso.linked')).toContainEqual({ provider: 'test', how: 'signed-in' })
      expect((await mailsTo(server.context, username)).map(({ template }) => template)).toContain(
        'identity-changed',
      )
      const elsewhere = visit()
      expect(await signIn(elsewhere, who, {})).toBe('/admin')
      expect((await elsewhere.get('/api/user')).body).toMatchObject({ username })
    })

    test('belongs to the session that gave the proof', async () => {
      const { username } = await makeUser(server.context, { role: 'admin', password })
      const session = await sessionOf(username)
      const callback = await beginLinking(session, subject())
      const another = await sessionOf((await makeUser(server.context, { role: 'admin', password })).username)
      for (const [name, value] of session.cookies) if (name.includes('sso-')) another.cookies.set(name, value)
      expect(await finish(another, callback)).toBe('/auth?sso=not-from-here')
      for (const at of [session, another])
        expect((await at.get('/api/account/identities')).body).toMatchObject({ identities: [] })
    })

    test('takes no person of another account, and one person for each provider', async () => {
      const { username } = await makeUser(server.context, { role: 'admin', password })
      const session = await sessionOf(username)
      const theirs = subject()
      const colleague = await invitedUser()
      expect(await signIn(visit(), theirs, vouched(colleague.username))).toBe('/admin')
      const refused = '/account?section=sign-in&sso=already-linked'
      expect(await finish(session, await beginLinking(session, theirs))).toBe(refused)
      expect(await finish(session, await beginLinking(session, subject()))).toBe('/account?section=sign-in')
      expect(await finish(session, await beginLinking(session, subject()))).toBe(refused)
    })
  })
})

describe('the check whether a user is still welcome', () => {
  const minutesLater = (minutes: number) => {
    const at = Date.now() + minutes * 60_000
    return { ...server.context, now: () => new Date(at) }
  }
  const stored = async (userId: string) =>
    (await server.context.database.db.select().from(sessions).where(eq(sessions.userId, userId))).flatMap(
      ({ refreshToken, checkAt }) => (refreshToken === null ? [] : [{ refreshToken, checkAt }]),
    )

  async function signedInAtOther() {
    const user = await invitedUser()
    const who = subject()
    const browser = visit()
    expect(await signIn(browser, who, vouched(user.username), 'second')).toBe('/admin')
    return { ...user, who, browser }
  }

  test('stores the refresh token encrypted, and replaces it at each check', async () => {
    const { id, browser } = await signedInAtOther()
    const [first] = await stored(id)
    expect(first?.refreshToken).toMatch(/^sealed:1:/u)
    await checkSsoSessions(minutesLater(14))
    expect(await stored(id)).toEqual([first])
    await checkSsoSessions(minutesLater(16))
    const [second] = await stored(id)
    expect(second?.refreshToken).not.toBe(first?.refreshToken)
    expect(second?.checkAt?.getTime()).toBeGreaterThan(Date.now() + 30 * 60_000)
    await checkSsoSessions(minutesLater(32))
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('ends all sessions of a person whom the provider no longer knows, and of no one else', async () => {
    const { id, who, browser } = await signedInAtOther()
    const another = await signedInAtOther()
    const elsewhere = visit()
    await signIn(elsewhere, who, vouched('new.name@test.example'), 'second')
    other.people.delete(who)
    await checkSsoSessions(minutesLater(16))
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([false, false])
    expect(await isSignedIn(another.browser)).toBe(true)
    expect(await stored(id)).toEqual([])
    expect(await auditOf('session.ended-by-provider')).toContainEqual({
      provider: 'second',
      sessions: 2,
      how: 'check',
    })
  })

  test('ends no session while the provider does not answer, and asks again', async () => {
    const { browser, who } = await signedInAtOther()
    await other.stop()
    await checkSsoSessions(minutesLater(16))
    expect(await isSignedIn(browser)).toBe(true)
    await other.start()
    other.people.delete(who)
    // A provider that failed is discovered again after 30 seconds.
    forgetConfiguration(providerNamed(server.context, 'second'))
    await checkSsoSessions(minutesLater(18))
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('continues after an own second factor was given', async () => {
    const { id, who, secret, username } = await enrolledAtOther()
    const browser = visit()
    expect(await signIn(browser, who, vouched(username), 'second')).toBe('/auth')
    const code = codeAt(secret, server.context.now(), 1)
    expect((await browser.post('/api/account/second-factor/code', { code })).status).toBe(200)
    expect(await stored(id)).toHaveLength(1)
    other.people.delete(who)
    await checkSsoSessions(minutesLater(16))
    expect(await isSignedIn(browser)).toBe(false)
  })

  async function enrolledAtOther() {
    const user = await enrolled()
    const who = subject()
    await makeIdentity(server.context, user.id, {
      provider: 'second',
      issuer: `${other.issuer}/`,
      subject: who,
    })
    return { ...user, who }
  }
})

describe('the page of system administrators', () => {
  test('shows what the provider sent, masked, and what would follow, and signs no one in', async () => {
    const system = await makeUser(server.context, { role: 'system_administrator' })
    const session = await server.as(system.username)
    const { username } = await invitedUser()
    const who = subject()
    idp.people.set(who, { email: username, name: 'Thandi Secret', roles: ['Onboarding.Admin'] })
    idp.as(who)
    const callback = await begin(session, 'test', '/api/system-admin/sso/test/test')
    expect(await finish(session, callback)).toBe('/system-admin?tab=sso')
    const { body, text } = await session.get('/api/system-admin/sso')
    expect(text).not.toContain('Thandi Secret')
    const { test: shown } = body as { test: SsoTest }
    expect(shown.claims).toContainEqual({ name: 'roles', value: '["Onboarding.Admin"]' })
    expect(shown.findings.map(({ about, good }) => [about, good])).toEqual([
      ['person', false],
      ['account', false],
      ['role', true],
      ['second-factor', false],
    ])
    const linkedNow = await server.context.database.db
      .select()
      .from(identities)
      .where(eq(identities.subject, who))
    expect(linkedNow).toEqual([])
    expect((await session.get('/api/user')).body).toMatchObject({ username: system.username })
    expect(body).toMatchObject({
      providers: [
        { name: 'test', reachable: true, redirectUri: `${SITE}/api/sso/test/callback` },
        { name: 'second' },
      ],
    })
  })
})

describe('a page of another site', () => {
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  const state = async () => ({
    counters: await server.context.database.db.select().from(rateLimits),
    failures: await auditOf('sso.refused'),
  })

  test('keeps no one from signing in, however often it sends browsers here', async () => {
    const { who } = await linked()
    idp.as(who)
    const before = await state()
    const office = visit()
    const callback = '/api/sso/test/callback?state=x&code=y'
    for (let tries = 0; tries < 30; tries += 1) {
      for (const headers of [image, { ...image, 'sec-fetch-dest': 'iframe' }]) {
        expect((await office.get('/api/sso/test/start', headers)).status).toBe(403)
        expect((await office.get(callback, headers)).status).toBe(403)
      }
      expect((await office.get(callback)).headers.get('location')).toBe('/auth?sso=not-from-here')
    }
    for (let tries = 0; tries < 610; tries += 1) await office.get('/api/sso/test/start')
    expect(await state()).toEqual(before)
    expect(await finish(office, await begin(office))).toBe('/admin')
  })
})
