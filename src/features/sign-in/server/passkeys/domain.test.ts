import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { answerWith, createPasskey } from '#test/support/authenticator-device.ts'
import { openHttpSession } from '#test/support/http.ts'
import { password } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { describeElsewhere, requireSameDomain } from './require-same-domain.ts'

const SITE = 'https://onboarding.firm.example'
const DOMAIN = 'firm.example'
const device = { origin: SITE, rpId: DOMAIN }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { baseUrl: new URL(SITE), passkeyRpId: DOMAIN } })
})
afterAll(() => server.close())

const visit = () => openHttpSession(server.url, { origin: SITE })

async function enrolled(role: 'client' | 'admin', rpId = DOMAIN) {
  const user = await makeUser(server.context, { role, password })
  const session = visit()
  for (const [name, value] of (await server.as(user.username)).cookies) session.cookies.set(name, value)
  const proof = { by: 'password', password }
  const asked = await session.post('/api/account/passkeys/options', { proof })
  const { options } = asked.body as { options: { challenge: string; rp: object; user: { id: string } } }
  const { passkey, response } = createPasskey(options, { ...device, rpId })
  const added = await session.post('/api/account/passkeys', { response })
  return { ...user, session, options, passkey, added, answer: added.body as { id: string } }
}

async function signIn(passkey: Parameters<typeof answerWith>[0], how: object = {}) {
  const browser = visit()
  const asked = await browser.post('/api/passkey/options', {})
  const { options } = asked.body as { options: { challenge: string; rpId: string } }
  expect(options.rpId).toBe(DOMAIN)
  const response = answerWith(passkey, options, { ...device, ...how })
  return browser.post('/api/passkey/login', { response })
}

const at = (passkeyRpId: string | undefined, baseUrl: string, passkeyRpIdChanged = false) => ({
  database: server.context.database,
  log: server.context.log,
  settings: { ...server.context.settings, passkeyRpId, passkeyRpIdChanged, baseUrl: new URL(baseUrl) },
})

test('passkeys of a parent domain are made for it, and sign in at this host alone', async () => {
  const { options, passkey, added } = await enrolled('client')
  expect(options.rp).toMatchObject({ id: DOMAIN })
  expect(added.status).toBe(201)
  expect((await signIn(passkey)).status).toBe(200)
  expect((await signIn(passkey, { origin: 'https://other.firm.example' })).status).toBe(401)
  expect((await signIn(passkey, { rpId: 'onboarding.firm.example' })).status).toBe(401)
})

test('a passkey of the host itself is not accepted for the parent domain', async () => {
  expect((await enrolled('client', 'onboarding.firm.example')).added.status).toBe(400)
})

describe('after a change of the domain', () => {
  test('the start is stopped, with how many people are concerned, unless a setting allows it', async () => {
    const { db } = server.context.database
    await db.delete(passkeys)
    const client = await enrolled('client')
    await enrolled('admin')
    await enrolled('client')
    await requireSameDomain(at(DOMAIN, 'https://elsewhere.firm.example'))
    const moved = at(undefined, 'https://onboarding.other.example')
    await expect(requireSameDomain(moved)).rejects.toThrow(
      /^3 people have passkeys for firm\.example only, .* for onboarding\.other\.example, .*: 1\. Correct BASE_URL/u,
    )
    await requireSameDomain(at(undefined, 'https://onboarding.other.example', true))
    await expect(requireSameDomain(at(undefined, 'https://192.0.2.7'))).rejects.toThrow(/at this address/u)
    // People who have a new one are not concerned any more.
    await db.update(passkeys).set({ rpId: 'onboarding.other.example' }).where(eq(passkeys.userId, client.id))
    expect(await describeElsewhere(moved)).toMatch(/^2 people/u)
    await db.update(passkeys).set({ rpId: null })
    expect(await describeElsewhere(moved)).toBeNull()
  })

  test('those of the former domain are listed, and are neither asked for nor a second factor', async () => {
    const { session, username, answer } = await enrolled('admin')
    await server.context.database.db
      .update(passkeys)
      .set({ rpId: 'former.example' })
      .where(eq(passkeys.id, answer.id))
    expect((await session.get('/api/account/passkeys')).body).toMatchObject([
      { rpId: 'former.example', worksHere: false },
    ])
    expect((await session.post('/api/account/proof-options', {})).status).toBe(409)
    const browser = visit()
    await browser.post('/api/login', { username, password })
    const ways = await browser.get('/api/account/second-factor/ways')
    expect(ways.body).toEqual({ passkey: false, authenticator: false })
  })
})
