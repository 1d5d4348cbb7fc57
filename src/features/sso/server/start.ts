import type { SsoProvider } from '#features/sso/settings.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { pagePathOf } from '#base/server/page-path.ts'
import { configurationOf, oidc } from './configurations.ts'
import { rememberPending, type CookieCall, type PendingSignIn } from './encrypted-cookies.ts'

/** A call that redirects to a provider or back. */
export interface SsoCall extends CookieCall {
  context: Context
}

/** The callback of a provider, or a call that follows from it. */
export type CallbackCall = SsoCall & CommandContext<Actor | null> & { browserToken: string | null }

/**
 * The provider with this name.
 *
 * @throws DomainError not-found (404)
 */
export function providerNamed({ settings }: Pick<Context, 'settings'>, name: string): SsoProvider {
  const provider = settings.ssoProviders.find((one) => one.name === name)
  if (provider === undefined) throw notFound()
  return provider
}

/** This site's address, which is required with any provider. */
export function siteUrl({ settings: { baseUrl } }: Pick<Context, 'settings'>): URL {
  if (baseUrl === undefined) throw new Error('Single sign-on needs BASE_URL.')
  return baseUrl
}

/** The address that a provider sends browsers back to: one for each provider, so that answers cannot be mixed up. */
export function redirectUriOf(context: Pick<Context, 'settings'>, { name }: SsoProvider): string {
  return new URL(`/api/sso/${name}/callback`, siteUrl(context)).href
}

/** What a sign-in at a provider is for, and where it ends. */
type Begin = Pick<PendingSignIn, 'purpose' | 'sessionId' | 'returnTo'> & { retry?: boolean }

/**
 * Begins a sign-in at a provider.
 *
 * @returns the provider's address
 * @throws DomainError unavailable (503) where it cannot be reached
 */
export async function beginAtProvider(
  call: SsoCall,
  provider: SsoProvider,
  { purpose, sessionId, returnTo, retry = false }: Begin,
): Promise<string> {
  const { context } = call
  const client = await oidc()
  const configuration = await configurationOf(context, provider)
  const verifier = client.randomPKCECodeVerifier()
  const pending = { state: client.randomState(), nonce: client.randomNonce(), verifier }
  const { secondFactor } = provider.rules
  const address = client.buildAuthorizationUrl(configuration, {
    ...provider.extra,
    redirect_uri: redirectUriOf(context, provider),
    scope: provider.scopes,
    response_mode: 'query',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
    ...(secondFactor.by === 'acr' && { acr_values: secondFactor.value }),
    ...(purpose === 'prove' && { prompt: 'login', max_age: '0' }),
  })
  rememberPending(call, {
    ...pending,
    provider: provider.name,
    purpose,
    sessionId,
    returnTo: returnTo === null ? null : pagePathOf(returnTo),
    retry,
  })
  return address.href
}

/** Whether a provider could not be reached. */
export function isProviderDown(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'unavailable'
}
