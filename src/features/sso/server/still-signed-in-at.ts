import { eq } from 'drizzle-orm'
import type { StillSignedInAt } from '#features/access/api/auth.ts'
import { isLoopback, type SsoProvider } from '#features/sso/settings.ts'
import { identities } from '#features/sso/schema.ts'
import type { Context } from '#base/server/context.ts'
import { oidc, promptConfigurationOf } from './configurations.ts'

/** Longer addresses are left out. */
const MAX_URL_LENGTH = 2000

/**
 * The provider at which a user is still signed in, by the identity that began the session that has just ended.
 *
 * @returns null for another session, and for a provider that is not in the settings any more
 */
export async function stillSignedInAt(
  context: Context,
  identityId: string | null,
): Promise<StillSignedInAt | null> {
  if (identityId === null) return null
  const { database, settings } = context
  const [identity] = await database.db
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.id, identityId))
  const provider = settings.ssoProviders.find(({ name }) => name === identity?.provider)
  return provider === undefined
    ? null
    : { label: provider.label, signOutUrl: await signOutUrlOf(context, provider) }
}

/**
 * The provider's page for signing out there (OpenID Connect RP-Initiated Logout 1.0), without a token: addresses are
 * logged and stored in histories.
 *
 * @returns null where the provider names none, names one that is not safe to open, or does not answer
 */
async function signOutUrlOf(context: Context, provider: SsoProvider): Promise<string | null> {
  const configuration = await promptConfigurationOf(context, provider)
  if (configuration === null) return null
  const client = await oidc()
  try {
    const url = client.buildEndSessionUrl(configuration, {})
    return isSafe(url, provider) && url.href.length <= MAX_URL_LENGTH ? url.href : null
  } catch {
    // None, not an address, or plain HTTP of a provider with HTTPS.
    return null
  }
}

/** HTTPS; plain HTTP at this machine, for a provider that has no other. */
function isSafe({ protocol, hostname, username, password }: URL, { issuer }: SsoProvider): boolean {
  if (username !== '' || password !== '') return false
  return (
    protocol === 'https:' || (protocol === 'http:' && issuer.protocol === 'http:' && isLoopback(hostname))
  )
}
