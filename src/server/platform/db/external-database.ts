import type { Settings } from '#server/platform/config/settings.ts'
import type { DatabaseUrls } from '#server/platform/embedded-postgres/cluster-roles.ts'

/** The database that was given, if one was: with one role where no other owns it. */
export function urlsIn({ databaseUrl, databaseOwnerUrl }: Settings): DatabaseUrls | undefined {
  return databaseUrl === undefined
    ? undefined
    : { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl }
}
