import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import { shippedModel, type ModelContent } from '#features/due-diligence/rules/rating/model.ts'
import { addToDryRun, type DryRun } from '#features/due-diligence/rules/rating/rate.ts'
import { riskModels, riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Loading } from '../load.ts'
import { storedRating } from './client-rating.ts'

type Reading = Pick<Loading, 'keyring' | 'database'>

const proposers = alias(users, 'proposers')
const approvers = alias(users, 'approvers')
/** Older versions are in the database alone. */
const MAX_VERSIONS = 50

/** The versions of the model, newest first, with a dry run of the proposed one. */
export async function listModels(context: Reading, actor: { userId: string }): Promise<RiskModels> {
  const rows = await context.database.db
    .select({
      model: riskModels,
      proposedByName: sql<string>`coalesce(${proposers.fullName}, ${proposers.username})`,
      approvedByName: sql<string | null>`coalesce(${approvers.fullName}, ${approvers.username})`,
    })
    .from(riskModels)
    .innerJoin(proposers, eq(proposers.id, riskModels.proposedBy))
    .leftJoin(approvers, eq(approvers.id, riskModels.approvedBy))
    .orderBy(desc(riskModels.version))
    .limit(MAX_VERSIONS)
  const proposed = rows.find(({ model }) => model.state === 'proposed')
  const isReplaced = rows.some(({ model }) => model.state === 'in-force')
  return {
    models: [
      ...rows.map(({ model, proposedByName, approvedByName }) => ({
        version: model.version,
        state: model.state,
        content: model.content,
        proposedByName,
        proposedAt: model.proposedAt.toISOString(),
        approvedByName,
        inForceAt: model.inForceAt?.toISOString() ?? null,
        own: model.proposedBy === actor.userId,
      })),
      {
        ...shippedModel,
        state: isReplaced ? 'retired' : 'in-force',
        proposedByName: null,
        proposedAt: null,
        approvedByName: null,
        inForceAt: null,
        own: false,
      },
    ],
    dryRun: proposed === undefined ? null : await dryRunOf(context, proposed.model.content),
  }
}

const RATINGS_AT_ONCE = 500

/** Counts the levels of all current ratings by a model, from the facts that they rest on. */
export async function dryRunOf(
  { keyring, database: { db } }: Reading,
  content: ModelContent,
): Promise<DryRun> {
  const counts: DryRun = { low: 0, medium: 0, high: 0, changed: 0 }
  const model = { version: 0, content }
  for (let after: string | null = null, left = true; left;) {
    const rows: { id: string; factors: string; level: keyof Omit<DryRun, 'changed'> }[] = await db
      .select({ id: riskRatings.id, factors: riskRatings.factors, level: riskRatings.level })
      .from(riskRatings)
      .where(and(isNull(riskRatings.supersededAt), after === null ? undefined : gt(riskRatings.id, after)))
      .orderBy(asc(riskRatings.id))
      .limit(RATINGS_AT_ONCE)
    for (const { level, ...row } of rows) addToDryRun(counts, model, { ...storedRating(keyring, row), level })
    after = rows.at(-1)?.id ?? null
    left = rows.length === RATINGS_AT_ONCE
  }
  return counts
}
