import type { Settings } from '#base/server/config/settings.ts'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'

/** The configured database URLs, with a single role if no owner is configured. */
export function urlsIn({ databaseUrl, databaseOwnerUrl }: Settings): DatabaseUrls | undefined {
  return databaseUrl === undefined
    ? undefined
    : { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl }
}
