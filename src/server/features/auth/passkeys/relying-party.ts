import { isIP } from 'node:net'
import type { Settings } from '#server/platform/config/settings.ts'
import { DomainError } from '#server/platform/domain-error.ts'

/** This site to passkeys: they belong to its host name. */
export interface RelyingParty {
  id: string
  origin: string
}

type SiteSettings = Pick<Settings, 'baseUrl' | 'port' | 'production'>

/**
 * The host and origin of passkeys, from BASE_URL alone and never from a request; null where passkeys cannot be used: at
 * an IP address, and over plain HTTP elsewhere than on this machine.
 */
export function relyingPartyOf({ baseUrl, port, production }: SiteSettings): RelyingParty | null {
  const url = baseUrl ?? (production ? null : new URL(`http://localhost:${port}`))
  if (url === null || isIP(url.hostname.replaceAll(/[[\]]/gu, '')) !== 0) return null
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  return url.protocol === 'https:' || isLocal ? { id: url.hostname, origin: url.origin } : null
}

/** @throws DomainError conflict (409) where passkeys cannot be used */
export function requireRelyingParty(settings: SiteSettings): RelyingParty {
  const party = relyingPartyOf(settings)
  if (party === null) throw new DomainError('conflict', 'Passkeys can’t be used at this address.')
  return party
}
