import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { signOn } from '#test/support/at-provider.ts'
import { startIdentityProvider, type IdentityProvider } from '#test/support/identity-provider.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { openHttpSession } from '#test/support/http.ts'
import { ssoVariables } from '#test/support/sso-variables.ts'

const SITE = 'http://onboarding.localhost'
const SECOND = 1000

let idp: IdentityProvider
let server: TestServer
let aheadMs = 0
beforeAll(async () => {
  idp = await startIdentityProvider({ site: SITE, people: {} })
  const variables = { DEMO: '0', BASE_URL: SITE, OIDC_PROVIDERS: 'test', ...ssoVariables(idp) }
  const settings = { ssoProviders: readSettings(variables).ssoProviders, baseUrl: new URL(SITE) }
  server = await startTestServer({ settings, now: () => new Date(Date.now() + aheadMs) })
})
afterAll(async () => {
  await server.close()
  await idp.stop()
})
beforeEach(() => {
  aheadMs = 0
  Object.assign(idp.clock, { aheadSeconds: null, lifetimeSeconds: 3600 })
})

const visit = () => openHttpSession(server.url, { 'x-forwarded-for': '192.0.2.1', origin: SITE })

const invited = async () => (await makeUser(server.context, { role: 'admin', invited: true })).username

test.each([
  ['the provider is ahead by 45 s (nbf)', { aheadSeconds: 45 }, 0, '/admin'],
  ['the provider is ahead by 90 s (nbf)', { aheadSeconds: 90 }, 0, '/auth?sso=clock'],
  ['the database is ahead by 45 s (nbf)', { aheadSeconds: 0 }, 45, '/admin'],
  ['a token of a minute ended 30 s ago (exp)', { lifetimeSeconds: 60 }, 90, '/admin'],
  ['a token of a minute ended 90 s ago (exp)', { lifetimeSeconds: 60 }, 150, '/auth?sso=clock'],
])('%s', async (_what, clock, aheadSeconds, expected) => {
  Object.assign(idp.clock, clock)
  aheadMs = aheadSeconds * SECOND
  const browser = visit()
  expect(await signOn({ idp, site: SITE }, { browser, email: await invited() })).toBe(expected)
  expect((await browser.get('/api/user')).status).toBe(expected === '/admin' ? 200 : 401)
})

test.each([
  [45, '/account'],
  [90, '/account?sso=not-fresh'],
])('the proof of a sign-in that is %i s old (auth_time) leads to %s', async (aheadSeconds, expected) => {
  const email = await invited()
  const browser = visit()
  expect(await signOn({ idp, site: SITE }, { browser, email })).toBe('/admin')
  aheadMs = aheadSeconds * SECOND
  expect(await signOn({ idp, site: SITE }, { browser, email, path: '/api/sso/test/prove' })).toBe(expected)
})

test.each([
  [-350, 200],
  [-380, 400],
  [45, 200],
  [90, 400],
])('a logout token that is dated %i s from now (iat) is answered with %i', async (seconds, expected) => {
  const iat = Math.floor(Date.now() / SECOND) + seconds
  const { status } = await fetch(`${server.url}/api/sso/test/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: await idp.logoutToken({ sub: 'no one', iat }) }),
  })
  expect(status).toBe(expected)
})
