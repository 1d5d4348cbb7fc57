import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queries } from '#base/server/db/database.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { relyingPartyOf, type SiteSettings } from './relying-party.ts'

/** The user's passkeys that work here: those of another domain are of no use. */
export function usableOf(settings: SiteSettings, userId: string) {
  const party = relyingPartyOf(settings)
  const isOfHere = party === null ? sql`false` : or(isNull(passkeys.rpId), eq(passkeys.rpId, party.id))
  return and(eq(passkeys.userId, userId), isOfHere)
}

/** Whether a user has a passkey that works here. */
export async function hasPasskey(db: Queries, settings: SiteSettings, userId: string): Promise<boolean> {
  return (await db.$count(passkeys, usableOf(settings, userId))) > 0
}

/** People whose passkeys all belong to another domain. */
export interface Elsewhere {
  /** The domains, for example after a change of `BASE_URL`. */
  domains: string[]
  people: number
  /** Those of them who are staff without an authenticator: a recovery code is their second factor. */
  withoutFactor: number
}

/** Who falls back to the password because of the domain of passkeys. */
export async function passkeysElsewhere(db: Queries, settings: SiteSettings): Promise<Elsewhere> {
  const here = relyingPartyOf(settings)?.id ?? ''
  const { rows } = await db.execute<{ domains: string[] | null; people: number; without_factor: number }>(sql`
    with owners as (
      select user_id, array_agg(distinct rp_id) as domains from passkeys
      group by user_id having bool_and(coalesce(rp_id <> ${here}, false))
    )
    select (select array_agg(distinct domain order by domain) from owners, unnest(domains) as domain) as domains,
      count(*)::int as people,
      count(*) filter (where second_factor_since is not null and last_step is null)::int as without_factor
    from owners join users on users.id = owners.user_id
      left join second_factors on second_factors.user_id = users.id`)
  const [found] = rows
  return {
    domains: found?.domains ?? [],
    people: found?.people ?? 0,
    withoutFactor: found?.without_factor ?? 0,
  }
}
