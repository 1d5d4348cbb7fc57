import type { PasskeyRequestOptions } from '#features/access/api/passkey-options.ts'
import { requireRelyingParty, type SiteSettings } from './relying-party.ts'

/** How long a device may take, and a challenge is valid. */
export const TIMEOUT_MS = 5 * 60_000

/**
 * What the browser needs to ask a device for an answer to a challenge.
 *
 * @param credentialIds the passkeys that may answer; empty for all of this site
 * @throws DomainError conflict (409) where passkeys cannot be used
 */
export function requestOptions(
  settings: SiteSettings,
  challenge: Buffer,
  credentialIds: readonly Buffer[],
): PasskeyRequestOptions {
  return {
    challenge: challenge.toString('base64url'),
    rpId: requireRelyingParty(settings).id,
    allowCredentials: credentialIds.map((id) => ({ id: id.toString('base64url'), type: 'public-key' })),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  }
}
