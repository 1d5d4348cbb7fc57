import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { isStorable } from '#base/rules/input/storable.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import type { Context } from '#base/server/context.ts'
import { CLOCK_TOLERANCE_SECONDS, configurationOf } from './configurations.ts'

const MAX_AGE_SECONDS = 5 * 60
const TIMEOUT_MS = 5000
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Never a symmetric one, and never none. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

type KeySet = ReturnType<typeof import('jose').createRemoteJWKSet>

/** Of a provider. Keys are fetched again when one is unknown, at most every 30 s, and once more in between. */
interface KnownKeys {
  address: string
  keys: KeySet
  fetchedOnceMoreAt: number
}

const ONCE_MORE_EVERY_MS = 30_000
const keySets = new WeakMap<SsoProvider, KnownKeys>()

/** A verified logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
export interface LogoutToken {
  /** Null where only a session id was sent. */
  subject: string | null
  /** Hash of issuer and token id, to accept it once. */
  hash: Buffer
  expiresAt: Date
}

/**
 * Verifies a logout token: signature, issuer, audience, age, event, and that it is no ID token.
 *
 * @throws Error for any other token
 */
export async function readLogoutToken(
  context: Pick<Context, 'now' | 'log'>,
  provider: SsoProvider,
  token: string,
): Promise<LogoutToken> {
  const { errors, jwtVerify } = await import('jose')
  const now = context.now()
  const configuration = await configurationOf(context, provider)
  const { issuer, jwks_uri: address } = configuration.serverMetadata()
  if (address === undefined) throw new Error('The provider has no keys.')
  const known = await keysOf(provider, address)
  const verify = () =>
    jwtVerify(token, known.keys, {
      issuer,
      audience: provider.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      requiredClaims: ['iat', 'jti', 'events'],
      currentDate: now,
    })
  const { payload } = await verify().catch(async (error: unknown) => {
    if (!(error instanceof errors.JWKSNoMatchingKey) || !mayFetchOnceMore(known)) throw error
    await known.keys.reload()
    return verify()
  })
  requireLogout(payload)
  const { sub = null, jti } = payload
  const hash = createHash('sha256').update(`${issuer} ${jti}`).digest()
  const lifetimeMs = (MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000
  return { subject: sub, hash, expiresAt: new Date(now.getTime() + lifetimeMs) }
}

function requireLogout(payload: JWTPayload): void {
  const events = payload['events']
  const event: unknown =
    typeof events === 'object' && events !== null ? Reflect.get(events, EVENT) : undefined
  if (typeof event !== 'object' || event === null) throw new Error('The token announces no logout.')
  if (payload['nonce'] !== undefined) throw new Error('The token has a nonce.')
  if (!isStorable(payload)) throw new Error('The token names what cannot be stored.')
  if (payload.sub === undefined && payload['sid'] === undefined) throw new Error('The token names no one.')
}

/** The provider may have new keys since the last fetch; anyone may send a token, so fetches are limited. */
function mayFetchOnceMore(known: KnownKeys): boolean {
  if (performance.now() - known.fetchedOnceMoreAt < ONCE_MORE_EVERY_MS) return false
  known.fetchedOnceMoreAt = performance.now()
  return true
}

async function keysOf(provider: SsoProvider, address: string): Promise<KnownKeys> {
  const found = keySets.get(provider)
  if (found?.address === address) return found
  const { createRemoteJWKSet } = await import('jose')
  const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_MS })
  const known = { address, keys, fetchedOnceMoreAt: -ONCE_MORE_EVERY_MS }
  keySets.set(provider, known)
  return known
}
