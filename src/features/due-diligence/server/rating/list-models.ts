import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { RiskModels } from '#features/due-diligence/api/risk-rating.ts'
import type { ModelChoices, ModelContent } from '#features/due-diligence/rules/rating/model.ts'
import { rate } from '#features/due-diligence/rules/rating/rate.ts'
import { riskModels, riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { countryListsState } from '#features/due-diligence/rules/rating/country-lists.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import type { Loading } from '../load.ts'
import { countriesCompared } from './country-lists.ts'
import { storedRating } from './client-rating.ts'
import { modelsOf } from './models.ts'

type Reading = Pick<Loading, 'keyring' | 'database'> & Pick<Context, 'now'>

/** The model in force, and the proposed version. */
export async function listModels(context: Reading, actor: { userId: string }): Promise<RiskModels> {
  const { db } = context.database
  const { inForce } = await modelsOf(db, null)
  const [proposed] = await db
    .select({
      version: riskModels.version,
      content: riskModels.content,
      proposedByName: nameOfUser<string>(riskModels.proposedBy),
      own: sql<boolean>`${eq(riskModels.proposedBy, actor.userId)}`,
    })
    .from(riskModels)
    .where(eq(riskModels.state, 'proposed'))
  return {
    inForce: { version: inForce.version, content: choicesOf(inForce.content) },
    compared: await comparedOf(db, inForce.content, dayOf(context.now())),
    proposed:
      proposed === undefined
        ? null
        : {
            ...proposed,
            content: choicesOf(proposed.content),
            changed: await changedBy(context, proposed.content),
          },
  }
}

function choicesOf(content: ModelContent): ModelChoices {
  const { levels, refreshMonths, raisedCountries, highCountries, riskyTrades } = content
  return { levels, refreshMonths, raisedCountries, highCountries, riskyTrades }
}

async function comparedOf(
  db: Queries,
  content: ModelContent,
  today: string,
): Promise<RiskModels['compared']> {
  const found = await countriesCompared(db)
  const state = countryListsState(content, found?.on ?? null, today)
  return found === null || state.is === 'not-configured' ? null : { ...found, tooOld: state.is === 'stale' }
}

const RATINGS_AT_ONCE = 500

/** How many current ratings would have another level by a model, from the facts that they rest on. */
async function changedBy(
  { keyring, database: { db } }: Omit<Reading, 'now'>,
  content: ModelContent,
): Promise<number> {
  const model = { version: 0, content }
  let changed = 0
  for (let after: string | null = null, left = true; left;) {
    const rows: { id: string; factors: string; level: string }[] = await db
      .select({ id: riskRatings.id, factors: riskRatings.factors, level: riskRatings.level })
      .from(riskRatings)
      .where(and(isNull(riskRatings.supersededAt), after === null ? undefined : gt(riskRatings.id, after)))
      .orderBy(asc(riskRatings.id))
      .limit(RATINGS_AT_ONCE)
    for (const { level, ...row } of rows) {
      const { facts, judgement } = storedRating(keyring, row)
      if (rate(model, facts, judgement).level !== level) changed += 1
    }
    after = rows.at(-1)?.id ?? null
    left = rows.length === RATINGS_AT_ONCE
  }
  return changed
}
