import { and, eq, isNotNull, or } from 'drizzle-orm'
import {
  shippedModel,
  shippedVersion,
  withAllPoints,
  type RiskModel,
} from '#features/due-diligence/rules/rating/model.ts'
import type { Queries } from '#base/server/db/database.ts'
import { riskModels } from '#features/due-diligence/schema/risk-rating-schema.ts'

/** The model in force, the shipped one until a firm puts its own in force, and that of a version; null for an unknown one. */
export async function modelsOf(
  db: Queries,
  version: number | null,
): Promise<{ inForce: RiskModel; ofVersion: RiskModel | null }> {
  const rows = await db
    .select({ version: riskModels.version, content: riskModels.content, state: riskModels.state })
    .from(riskModels)
    .where(
      or(
        eq(riskModels.state, 'in-force'),
        version === null ? undefined : and(eq(riskModels.version, version), isNotNull(riskModels.inForceAt)),
      ),
    )
  const stored = rows.map(({ content, ...row }) => ({ ...row, content: withAllPoints(content) }))
  return {
    inForce: stored.find(({ state }) => state === 'in-force') ?? shippedModel,
    // A firm may have had a version 2 of its own before one was shipped.
    ofVersion: stored.find((one) => one.version === version) ?? shippedVersion(version),
  }
}
