import { z } from 'zod'
import { personOf, roleNamesOf, type Claims } from '#features/sso/rules/claims.ts'
import type { PasskeyRequestOptions } from '#features/access/api/passkey-options.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import { notFound } from '#base/server/domain-error.ts'
import { drawChallenge, type ChallengePurpose } from '#features/sign-in/server/passkeys/challenge.ts'
import { requestOptions } from '#features/sign-in/server/passkeys/request-options.ts'
import type { UserRow } from '#features/accounts/server/account-guards.ts'
import { clearEncryptedCookie, readEncryptedCookie, setEncryptedCookie } from './encrypted-cookies.ts'
import { providerNamed, type SsoCall } from './start.ts'

const COOKIE = 'link'
const LIFETIME_MS = 10 * 60_000
const REFRESH_LENGTH = 1500

const linkSchema = z.object({
  provider: z.string(),
  userId: z.string(),
  username: z.string(),
  needsCode: z.boolean(),
  claims: z.record(z.string(), z.unknown()),
  refreshToken: z.string().nullable().default(null),
  expiresAt: z.number(),
})

/** A verified sign-in at a provider that waits for the proof of the account that it could be linked to. */
export type PendingLink = Omit<z.output<typeof linkSchema>, 'provider'> & { provider: SsoProvider }

/** Stores a verified sign-in in the browser until the account that it could be linked to is proved. */
export function rememberLink(
  call: SsoCall,
  {
    provider,
    claims,
    refreshToken,
    user,
  }: { provider: SsoProvider; claims: Claims; refreshToken: string | null; user: UserRow },
): void {
  setEncryptedCookie(call, COOKIE, {
    provider: provider.name,
    userId: user.id,
    username: user.username,
    needsCode: user.secondFactorSince !== null,
    claims: reduced(claims, provider),
    // A longer one has no space in a cookie: this session ends with its own limits, and the next one is checked.
    refreshToken: refreshToken !== null && refreshToken.length <= REFRESH_LENGTH ? refreshToken : null,
    expiresAt: call.now.getTime() + LIFETIME_MS,
  })
}

/** The claims that are still needed: a cookie has no space for all groups of a large firm. */
function reduced(claims: Claims, { rules }: SsoProvider): Claims {
  const { roleClaim, roles } = rules
  const names = roleNamesOf(claims, rules)
  const mapped = roles.flatMap(([, name]) => (names?.includes(name) === true ? [name] : []))
  const needed = ['sub', 'email', 'preferred_username', 'email_verified', 'hd', 'acr', 'amr']
  return {
    ...Object.fromEntries(needed.flatMap((name) => (name in claims ? [[name, claims[name]]] : []))),
    ...(roleClaim !== undefined && names !== null && { [roleClaim]: mapped }),
  }
}

/**
 * The account that a sign-in at a provider could be linked to.
 *
 * @throws DomainError not-found (404) without one
 */
export function pendingLinkOf(call: SsoCall): PendingLink {
  const pending = readEncryptedCookie(call, COOKIE, linkSchema)
  if (pending === null || pending.expiresAt <= call.now.getTime()) throw notFound()
  return { ...pending, provider: providerNamed(call.context, pending.provider) }
}

export function forgetLink(call: SsoCall): void {
  clearEncryptedCookie(call, COOKIE)
}

/** A passkey's answer is of use for this account and this person at the provider only. */
export function challengePurposeOf({ userId, provider, claims }: PendingLink): ChallengePurpose {
  return `link ${userId} ${provider.name} ${personOf(claims, provider.rules).subject}`
}

/**
 * Options of a proof by a passkey of the account. They name no passkey: its owner is not proved yet.
 *
 * @throws DomainError not-found (404) as `pendingLinkOf`; conflict (409) where passkeys cannot be used
 */
export function linkOptions(call: SsoCall): PasskeyRequestOptions {
  const purpose = challengePurposeOf(pendingLinkOf(call))
  const { keyring, settings } = call.context
  return requestOptions(settings, drawChallenge(keyring, purpose, call.now), [])
}
