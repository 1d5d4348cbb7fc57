import { isIP } from 'node:net'
import type { Settings } from '#base/server/config/settings.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** This site to passkeys: they belong to its host name, or to a domain above it. */
export interface RelyingParty {
  id: string
  origin: string
}

/** The settings that decide where passkeys belong. */
export type SiteSettings = Pick<Settings, 'baseUrl' | 'port' | 'production' | 'passkeyRpId'>

/**
 * The domain and origin of passkeys, from the settings alone and never from a request; null where passkeys cannot be used: at
 * an IP address, and over plain HTTP elsewhere than on this machine.
 */
export function relyingPartyOf({
  baseUrl,
  port,
  production,
  passkeyRpId,
}: SiteSettings): RelyingParty | null {
  const url = baseUrl ?? (production ? null : new URL(`http://localhost:${port}`))
  if (url === null || isIP(url.hostname.replaceAll(/[[\]]/gu, '')) !== 0) return null
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return url.protocol === 'https:' || isLocal ? { id: passkeyRpId ?? url.hostname, origin: url.origin } : null
}

/** @throws DomainError conflict (409) where passkeys cannot be used */
export function requireRelyingParty(settings: SiteSettings): RelyingParty {
  const party = relyingPartyOf(settings)
  if (party === null) throw new DomainError('conflict', 'Passkeys can’t be used at this address.')
  return party
}
