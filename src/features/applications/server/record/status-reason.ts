import { sql } from 'drizzle-orm'
import { statusReasons } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'

/** The reason given at the latest status change, not an earlier one. */
export const reasonOfStatus = sql<string | null>`(
  select ${statusReasons.reason} from ${statusReasons}
  where ${statusReasons.applicationId} = ${applications.id} and ${statusReasons.at} = ${applications.statusChangedAt}
  order by ${statusReasons.id} desc limit 1)`
