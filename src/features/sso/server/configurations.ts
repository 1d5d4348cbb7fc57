import type { Configuration } from 'openid-client'
import { DomainError } from '#base/server/domain-error.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import type { Context } from '#base/server/context.ts'

/** How long a provider's metadata is used, and how soon a failed discovery is repeated. */
const CACHED_MS = 60 * 60_000
const RETRY_MS = 30_000
const TIMEOUT_SECONDS = 5
/** Clocks of provider and database may differ by this. */
export const CLOCK_TOLERANCE_SECONDS = 60
/** How long a caller waits that can do without an answer. */
const PROMPT_MS = 1500
/** A change of this server's clock against the database's that needs a new configuration. */
const SKEW_CHANGE_SECONDS = 5

interface Known {
  configuration: Promise<Configuration>
  discoveredAt: number
  failed: boolean
  skewSeconds: number
}

/** At most one for each provider of the settings. */
const known = new WeakMap<SsoProvider, Known>()

/** The library, loaded at the first sign-in at a provider. */
export async function oidc() {
  return import('openid-client')
}

/**
 * The configuration of a provider, discovered at the first use and again every hour. Nothing at the start of a server
 * depends on it.
 *
 * @throws DomainError unavailable (503) where the provider does not answer within 5 s
 */
export async function configurationOf(
  { now, log }: Pick<Context, 'now' | 'log'>,
  provider: SsoProvider,
): Promise<Configuration> {
  // The time is the database's (docs/decisions/0044).
  const skewSeconds = Math.round((now().getTime() - Date.now()) / 1000)
  let entry = known.get(provider)
  if (entry === undefined || isStale(entry, skewSeconds)) {
    entry = {
      configuration: discover(provider, skewSeconds),
      discoveredAt: Date.now(),
      failed: false,
      skewSeconds,
    }
    known.set(provider, entry)
  }
  const current = entry
  try {
    return await current.configuration
  } catch (error) {
    if (!current.failed)
      log.warn({ err: error, provider: provider.name }, 'a provider of single sign-on could not be reached')
    current.failed = true
    throw new DomainError(
      'unavailable',
      'We couldn’t reach your firm’s sign-in. Please try again in a moment.',
      {
        retryAfterSeconds: RETRY_MS / 1000,
      },
    )
  }
}

/** As `configurationOf`; null where the provider does not answer within 1.5 s. Its metadata is cached for an hour. */
export async function promptConfigurationOf(
  context: Pick<Context, 'now' | 'log'>,
  provider: SsoProvider,
): Promise<Configuration | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PROMPT_MS).unref()
  })
  return Promise.race([configurationOf(context, provider).catch(() => null), late])
}

/** Discovers the provider again at the next use, after its keys have changed. */
export function forgetConfiguration(provider: SsoProvider): void {
  known.delete(provider)
}

function isStale({ discoveredAt, failed, skewSeconds: before }: Known, skewSeconds: number): boolean {
  const ageMs = Date.now() - discoveredAt
  return ageMs > (failed ? RETRY_MS : CACHED_MS) || Math.abs(before - skewSeconds) > SKEW_CHANGE_SECONDS
}

async function discover(provider: SsoProvider, skewSeconds: number): Promise<Configuration> {
  const client = await oidc()
  const secret = provider.clientSecret()
  const authentication =
    provider.auth === 'post' ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
  const metadata = {
    client_secret: secret,
    [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    [client.clockSkew]: skewSeconds,
  }
  // Without the second one the library trusts TLS and checks no signature of ID tokens.
  // Plain HTTP is for loopback alone, which the settings enforce.
  const execute =
    provider.issuer.protocol === 'http:'
      ? // oxlint-disable-next-line typescript/no-deprecated -- a mark of caution, see above
        [client.allowInsecureRequests, client.enableNonRepudiationChecks]
      : [client.enableNonRepudiationChecks]
  const options = { execute, timeout: TIMEOUT_SECONDS }
  return client.discovery(provider.issuer, provider.clientId, metadata, authentication, options)
}
