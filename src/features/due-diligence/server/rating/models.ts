import { eq, or } from 'drizzle-orm'
import { shippedModel, type RiskModel } from '#features/due-diligence/rules/rating/model.ts'
import type { Queries } from '#base/server/db/database.ts'
import { riskModels } from '#features/due-diligence/schema/risk-rating-schema.ts'

/** The model in force, version 1 until a firm puts its own in force, and that of a version; null for an unknown one. */
export async function modelsOf(
  db: Queries,
  version: number | null,
): Promise<{ inForce: RiskModel; ofVersion: RiskModel | null }> {
  const rows = await db
    .select({ version: riskModels.version, content: riskModels.content, state: riskModels.state })
    .from(riskModels)
    .where(
      or(eq(riskModels.state, 'in-force'), version === null ? undefined : eq(riskModels.version, version)),
    )
  const stored = rows.find((one) => one.version === version) ?? null
  return {
    inForce: rows.find(({ state }) => state === 'in-force') ?? shippedModel,
    ofVersion: version === shippedModel.version ? shippedModel : stored,
  }
}
