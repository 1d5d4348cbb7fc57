import { and, eq, gte, isNull, sql, type SQL } from 'drizzle-orm'
import { dayOf } from '#base/rules/time/dates.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import { applications } from '#features/access/schema/tables.ts'

/** Whether records of the application in the query must stay: a hold is in force (`due-diligence/retention-holds.ts`). */
export function isHeld(now: Date): SQL<boolean> {
  const { applicationId, liftedAt, until } = retentionHolds
  const inForce = and(eq(applicationId, applications.id), isNull(liftedAt), gte(until, dayOf(now)))
  return sql<boolean>`exists (select from ${retentionHolds} where ${inForce})`
}
