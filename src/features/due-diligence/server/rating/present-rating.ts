import { eq, sql } from 'drizzle-orm'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import { needsHigherRisk } from '#features/due-diligence/rules/rating/rate.ts'
import type { Queries } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import type { ClientRating } from './client-rating.ts'

/** The rating of a client, for admins. */
export async function presentRating(
  db: Queries,
  { inForce, facts, now, current }: ClientRating,
): Promise<NonNullable<ReviewedPack['rating']>> {
  return {
    modelVersion: inForce.version,
    needsHigherRisk: needsHigherRisk(facts),
    now: { points: now.points, computed: now.computed, factors: now.factors },
    current: current === null ? null : await presentCurrent(db, current),
  }
}

async function presentCurrent(db: Queries, current: NonNullable<ClientRating['current']>) {
  const { row, factors, judgement, computed, outdated, byModelInForce } = current
  const [rater] = await db
    .select({ name: sql<string>`coalesce(${users.fullName}, ${users.username})` })
    .from(users)
    .where(eq(users.id, row.ratedBy))
  return {
    modelVersion: row.modelVersion,
    points: row.points,
    computed,
    level: row.level,
    factors,
    higherRisk: judgement.higherRisk ?? null,
    byHand: judgement.byHand ?? null,
    ratedByName: rater?.name ?? '',
    ratedAt: row.ratedAt.toISOString(),
    refreshOn: row.refreshOn,
    approval: row.approval,
    outdated,
    byModelInForce,
  }
}
