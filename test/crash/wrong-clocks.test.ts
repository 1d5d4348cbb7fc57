import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ssoRejections } from '#features/sso/rules/rejections.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import { signOn } from '#test/support/at-provider.ts'
import { environmentOf } from '#test/support/command.ts'
import { hasFaketime, shiftedClock } from '#test/support/faketime.ts'
import { freePort } from '#test/support/free-port.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { startIdentityProvider, type IdentityProvider } from '#test/support/identity-provider.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { password, setUp } from '#test/support/second-factor.ts'
import { ssoVariables } from '#test/support/sso-variables.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { LOOPBACK, makeDelivery, makeWebhook, startReceiver } from '#test/support/webhooks.ts'
import { besideServer } from './kill/beside-server.ts'
import { openSite, type Site } from './kill/site.ts'

const SITE = 'http://onboarding.localhost'
/** Starts of servers on a busy machine. */
const TIMEOUT_MS = 90_000
const SECOND = 1000
const MINUTE = 60 * SECOND

let idp: IdentityProvider
beforeAll(async () => {
  idp = await startIdentityProvider({ site: SITE, people: {} })
})
afterAll(() => idp.stop())
beforeEach(() => {
  Object.assign(idp.clock, { aheadSeconds: null, lifetimeSeconds: 3600 })
})

const variables = () => ({
  DEMO: '0',
  BASE_URL: SITE,
  OIDC_PROVIDERS: 'test',
  ...ssoVariables(idp),
})

const visit = (url: string) => openHttpSession(url, { 'x-forwarded-for': '192.0.2.1', origin: SITE })

test.skipIf(hasFaketime)('faketime is not installed: servers with wrong clocks are skipped', () => undefined)

describe.skipIf(!hasFaketime)('a server whose machine is ten minutes behind the database', () => {
  let shared: TestServer
  let behind: ServerProcess
  let url: string
  beforeAll(async () => {
    const port = String(await freePort())
    url = `http://127.0.0.1:${port}`
    const database = await createTestDatabase()
    shared = await startTestServer({ database })
    behind = await startServerProcess({
      ...environmentOf(shared.context.settings),
      ...variables(),
      ...shiftedClock('-10m'),
      DATABASE_OWNER_URL: database.url,
      PORT: port,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_NETWORKS: LOOPBACK.join(','),
    })
  }, TIMEOUT_MS)
  afterAll(async () => {
    await endProcess(behind.process, 'SIGKILL')
    await shared.close()
  })

  test('dates its responses by that clock', async () => {
    const { headers } = await visit(url).get('/healthz')
    expect(Math.round((Date.now() - Date.parse(headers.get('date') ?? '')) / MINUTE)).toBe(10)
  })

  test('signs on by tokens that are not valid before now, and for a minute', async () => {
    Object.assign(idp.clock, { aheadSeconds: 0, lifetimeSeconds: 60 })
    const { username } = await makeUser(shared.context, { role: 'admin', invited: true })
    const browser = visit(url)
    expect(await signOn({ idp, site: SITE }, { browser, email: username })).toBe('/admin')
    expect((await browser.get('/api/user')).body).toMatchObject({ username })
  })

  test('accepts the codes of authenticators with the right time', async () => {
    const { username } = await makeUser(shared.context, { role: 'admin', password })
    const browser = visit(url)
    for (const [name, value] of (await shared.as(username)).cookies) browser.cookies.set(name, value)
    expect((await setUp(browser, new Date())).recoveryCodes).not.toEqual([])
  })

  test('accepts API tokens until they expire, and no longer', async () => {
    const statusOf = async (expiresInMs: number) => {
      const expiresAt = new Date(Date.now() + expiresInMs)
      const { token } = await makeApiToken(shared.context, { expiresAt })
      return (await visit(url).get('/api/v1/token', { authorization: `Bearer ${token}` })).status
    }
    expect([await statusOf(MINUTE), await statusOf(-MINUTE)]).toEqual([200, 401])
  })

  test('dates webhooks so that the reference library accepts them', async () => {
    const receiver = await startReceiver()
    const { id, secret } = await makeWebhook(shared.context, { url: receiver.url })
    await makeDelivery(shared.context, { endpointId: id, givenUpAt: null })
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
    await receiver.close()
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const sent = z.record(z.string(), z.string()).parse(headers)
    expect(new Webhook(secret).verify(body, sent)).toEqual({})
    const tooOld = String(Number(sent['webhook-timestamp']) - 600)
    expect(() => new Webhook(secret).verify(body, { ...sent, 'webhook-timestamp': tooOld })).toThrow(
      'too old',
    )
  })
})

describe.skipIf(!hasFaketime)('a database whose clock is two minutes behind', () => {
  let site: Site
  let url: string
  let username: string
  let system: HttpSession
  beforeAll(async () => {
    const port = String(await freePort())
    url = `http://127.0.0.1:${port}`
    site = await openSite({ ...variables(), ...shiftedClock('-2m'), PORT: port, TRUST_PROXY: '1' })
    const people = await besideServer(site, async (context) => ({
      invited: (await makeUser(context, { role: 'admin', invited: true })).username,
      system: (await makeUser(context, { role: 'system_administrator', password })).username,
    }))
    username = people.invited
    system = visit(url)
    await system.post('/api/login', { username: people.system, password })
  }, TIMEOUT_MS)
  afterAll(() => site.close())

  interface Tab {
    providers: { clockDifferenceMs: number }[]
    rejections: { text: string }[]
  }
  const tab = async () => (await system.get('/api/system-admin/sso')).body as Tab

  test('signs no one on by a token that is not valid yet, and says why and by how much', async () => {
    idp.clock.aheadSeconds = 0
    const browser = visit(url)
    expect(await signOn({ idp, site: SITE }, { browser, email: username })).toBe('/auth?sso=clock')
    expect((await browser.get('/api/user')).status).toBe(401)
    const { providers, rejections } = await tab()
    expect(rejections[0]?.text).toBe(ssoRejections.clock)
    expect(Math.abs((providers[0]?.clockDifferenceMs ?? 0) - 2 * MINUTE)).toBeLessThan(10 * SECOND)
  })

  test('signs on where the provider is 45 s ahead of it', async () => {
    idp.clock.aheadSeconds = -75
    expect(await signOn({ idp, site: SITE }, { browser: visit(url), email: username })).toBe('/admin')
  })
})
