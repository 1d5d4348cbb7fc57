import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { passkeyAnswerSchema, passkeyCreatedSchema } from '#features/access/api/passkey-answers.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { verifyAnswer, webauthn, ALGORITHMS } from '#features/sign-in/server/passkeys/verify.ts'
import { configurationOf, oidc } from '#features/sso/server/configurations.ts'
import type { PendingSignIn } from '#features/sso/server/encrypted-cookies.ts'
import { exchangeCode } from '#features/sso/server/exchange.ts'
import { redirectUriOf } from '#features/sso/server/start.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { openDatabase, purposes } from '#base/server/db/database.ts'
import { migrate } from '#base/server/db/migrate.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { startEmbeddedPostgres } from '#base/server/embedded-postgres/embedded-postgres.ts'
import { loadKeyring } from '#base/server/encryption/open-keyring.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import type { Context } from '#base/server/context.ts'
import { atProvider } from '#test/support/at-provider.ts'
import { answerWith, createPasskey } from '#test/support/authenticator-device.ts'
import { startIdentityProvider } from '#test/support/identity-provider.ts'
import { makePasskey } from '#test/support/passkeys.ts'
import { ssoVariables } from '#test/support/sso-variables.ts'
import type { Measurement, Row } from './measurement.ts'
import { alternate, median } from './support/alternate.ts'
import { atMost } from './support/rows.ts'

type Needed = Pick<Context, 'settings' | 'database' | 'keyring' | 'log' | 'now'>

const SITE = 'http://localhost:4321'
const device = { origin: SITE, rpId: 'localhost' }

/** Signs in at the provider, and returns how long the exchange and verification of its code take, in milliseconds. */
async function exchange(context: Needed): Promise<number> {
  const [provider] = context.settings.ssoProviders
  if (provider === undefined) throw new Error('There is no provider.')
  const client = await oidc()
  const verifier = client.randomPKCECodeVerifier()
  const pending: PendingSignIn = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier,
    provider: provider.name,
    purpose: 'sign-in',
    sessionId: null,
    returnTo: null,
    retry: false,
    expiresAt: Date.now() + 600_000,
  }
  const address = client.buildAuthorizationUrl(await configurationOf(context, provider), {
    redirect_uri: redirectUriOf(context, provider),
    scope: provider.scopes,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  })
  const callback = await atProvider(address, SITE)
  const begun = performance.now()
  const { is } = await exchangeCode(context, { provider, pending, address: callback })
  if (is !== 'verified') throw new Error(`The exchange was ${is}.`)
  return performance.now() - begun
}

/** A user's passkey; returns a function that verifies its next answer, and how long that takes, in milliseconds. */
async function passkeyOf(context: Needed) {
  const { db } = context.database
  const { id: userId } = await makeUser(context, { role: 'client' })
  const handle = randomBytes(32)
  const challenge = randomBytes(36).toString('base64url')
  const created = createPasskey({ challenge, user: { id: handle.toString('base64url') } }, device)
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: passkeyCreatedSchema.parse(created.response),
    expectedChallenge: challenge,
    expectedOrigin: SITE,
    expectedRPID: device.rpId,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (registrationInfo === undefined) throw new Error('The passkey was not made.')
  const { credential } = registrationInfo
  const id = await makePasskey(context, userId)
  await db.update(users).set({ webauthnHandle: handle }).where(eq(users.id, userId))
  await db
    .update(passkeys)
    .set({
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
    })
    .where(eq(passkeys.id, id))
  return async () => {
    const answer = passkeyAnswerSchema.parse(answerWith(created.passkey, { challenge }, device))
    const begun = performance.now()
    const verified = await verifyAnswer(context, answer, (sent) => sent === challenge)
    if (typeof verified === 'string') throw new Error(`The answer was ${verified}.`)
    return performance.now() - begun
  }
}

async function measureAll(context: Needed, rounds: number): Promise<Row[]> {
  const verify = await passkeyOf(context)
  const { callback, passkey } = await alternate(rounds, {
    callback: () => exchange(context),
    passkey: verify,
  })
  return [
    atMost('The code of a provider: exchanged, signature and claims checked', median(callback), 20, 'ms'),
    atMost('The answer of a passkey: looked up and verified', median(passkey), 10, 'ms'),
  ]
}

const measurement: Measurement = {
  name: 'Signing on',
  about:
    'What single sign-on and passkeys cost at a sign-in, before the session begins. The provider is on this machine and its time is included. The targets are twice what was promised.',
  async measure({ rounds }) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'onboarding-sign-on-'))
    const idp = await startIdentityProvider({
      site: SITE,
      people: { someone: { email: 'someone@firm.example', email_verified: true } },
    })
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
    const database = openDatabase(postgres.url, () => undefined, purposes.requests)
    try {
      await migrate(postgres.ownerUrl, postgres.url)
      const settings = readSettings({
        DEMO: '0',
        BASE_URL: SITE,
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        OIDC_PROVIDERS: 'test',
        ...ssoVariables(idp, { domains: 'firm.example' }),
      })
      const keyring = loadKeyring(settings, { dataIsEncrypted: false })
      const log = createLogger({ level: 'silent' })
      if (keyring === null) throw new Error('There is no key.')
      return await measureAll({ settings, database, keyring, log, now: () => new Date() }, rounds * 20)
    } finally {
      await idp.stop()
      await database.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

export default measurement
