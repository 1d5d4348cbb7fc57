import { sql } from 'drizzle-orm'
import { statusReasons } from '#server/platform/db/review-schema.ts'
import { applications } from '#server/platform/db/schema.ts'

/** Why an application came to the status that it has: what was said at its latest change, and not before. */
export const reasonOfStatus = sql<string | null>`(
  select ${statusReasons.reason} from ${statusReasons}
  where ${statusReasons.applicationId} = ${applications.id} and ${statusReasons.at} = ${applications.statusChangedAt}
  order by ${statusReasons.id} desc limit 1)`
