import type { Context } from '#base/server/context.ts'
import { relyingPartyOf } from './relying-party.ts'
import { passkeysElsewhere } from './usable.ts'

/** What it means that passkeys belong to another domain; null where none do. */
export async function describeElsewhere({
  database,
  settings,
}: Pick<Context, 'database' | 'settings'>): Promise<string | null> {
  const { domains, people, withoutFactor } = await passkeysElsewhere(database.db, settings)
  if (people === 0) return null
  const here = relyingPartyOf(settings)?.id
  const owners = people === 1 ? '1 person has' : `${people} people have`
  const where = here === undefined ? 'at this address' : `for ${here}`
  const codes =
    withoutFactor === 0
      ? ''
      : ` Staff among them who also need a recovery code, since they have no authenticator: ${withoutFactor}.`
  return `${owners} passkeys for ${domains.join(' and ')} only, which cannot be used ${where}, and would sign in with a password.${codes}`
}

/**
 * Stops a start that would make passkeys useless by mistake, such as with a changed `BASE_URL`.
 *
 * @throws Error where there are passkeys of another domain, unless `PASSKEY_RP_ID_CHANGED` says so
 */
export async function requireSameDomain(
  context: Pick<Context, 'database' | 'settings' | 'log'>,
): Promise<void> {
  const found = await describeElsewhere(context)
  if (found === null) return
  if (!context.settings.passkeyRpIdChanged)
    throw new Error(
      `${found} Correct BASE_URL or PASSKEY_RP_ID, or set PASSKEY_RP_ID_CHANGED=1 to start all the same.`,
    )
  context.log.warn(found)
}
