import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import type { Claims } from '#features/sso/rules/claims.ts'
import { isStorable } from '#base/rules/input/storable.ts'
import type { SsoRejection } from '#features/sso/rules/rejections.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import type { Context } from '#base/server/context.ts'
import { configurationOf, forgetConfiguration, oidc } from './configurations.ts'
import type { PendingSignIn } from './encrypted-cookies.ts'
import { isProviderDown } from './start.ts'

/** Result of exchanging a code: verified claims, or what to do instead. */
export type Exchanged =
  | { is: 'verified'; claims: Claims; refreshToken: string | null }
  /** The provider has new keys: the code is used up, and the sign-in begins a second time. */
  | { is: 'again' }
  | { is: 'refused'; reason: SsoRejection }

/** Reasons by the error's `code` (openid-client) or OAuth `error`. */
const reasons: Readonly<Record<string, SsoRejection>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_TIMEOUT: 'provider-down',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'rejected',
  invalid_grant: 'used-or-old',
  invalid_client: 'secret-rejected',
}

/**
 * Exchanges the code of a callback for an ID token, and verifies its signature, issuer, audience, nonce and times.
 *
 * @param address the callback's address, as the provider sent the browser to it
 */
export async function exchangeCode(
  context: Pick<Context, 'now' | 'log'>,
  { provider, pending, address }: { provider: SsoProvider; pending: PendingSignIn; address: URL },
): Promise<Exchanged> {
  const refuse = (code: string, reason: SsoRejection): Exchanged => {
    // The description of the provider may name the person: it is logged by its code alone.
    context.log.warn(
      { provider: provider.name, code, purpose: pending.purpose },
      'a sign-in at a provider failed',
    )
    return { is: 'refused', reason }
  }
  try {
    const client = await oidc()
    const configuration = await configurationOf(context, provider)
    const tokens: TokenEndpointResponse & TokenEndpointResponseHelpers = await client.authorizationCodeGrant(
      configuration,
      address,
      {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
        ...(pending.purpose === 'prove' && { maxAge: 0 }),
      },
    )
    const claims: Claims = tokens.claims() ?? {}
    if (!isStorable(claims)) return refuse('UNSTORABLE_CLAIMS', 'not-valid')
    return { is: 'verified', claims, refreshToken: tokens.refresh_token ?? null }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'OAUTH_KEY_SELECTION_FAILED' && !pending.retry) {
      forgetConfiguration(provider)
      return { is: 'again' }
    }
    return refuse(code, reasonOf(error, code, pending))
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { error: oauth, code } = error as { error?: unknown; code?: unknown }
  return typeof oauth === 'string' && oauth in reasons ? oauth : typeof code === 'string' ? code : error.name
}

function reasonOf(error: unknown, code: string, { purpose }: PendingSignIn): SsoRejection {
  const reason = reasons[code]
  if (reason === 'clock' && purpose === 'prove') return 'not-fresh'
  if (reason !== undefined) return reason
  if (isProviderDown(error) || error instanceof TypeError) return 'provider-down'
  return purpose === 'prove' ? 'not-fresh' : 'not-valid'
}
