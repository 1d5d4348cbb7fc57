import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { riskFactsOf, type RiskFacts } from '#features/due-diligence/rules/rating/facts.ts'
import type { RiskModel } from '#features/due-diligence/rules/rating/model.ts'
import {
  haveSameFactors,
  rate,
  type Judgement,
  type NamedFactor,
  type Rating,
} from '#features/due-diligence/rules/rating/rate.ts'
import type { RiskLevel } from '#features/due-diligence/rules/rating/levels.ts'
import type { Queries } from '#base/server/db/database.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import type { ScreeningState } from '#features/screening/server/state.ts'
import { taskIn, type DueDiligence } from '../load.ts'
import { screeningFact, screeningOfClient } from '../screening-of-client.ts'
import { modelsOf } from './models.ts'

/** What a rating rests on, as encrypted with it. */
export interface StoredRating {
  facts: RiskFacts
  factors: NamedFactor[]
  judgement: Judgement
  computed: RiskLevel
}

type RatingRow = typeof riskRatings.$inferSelect

/** What a rating rests on. */
export function storedRating(
  keyring: Keyring,
  { id, factors }: Pick<RatingRow, 'id' | 'factors'>,
): StoredRating {
  // Only `rateClient` writes this.
  return JSON.parse(decrypt(keyring, riskRatings.factors, id, factors)) as StoredRating
}

/** The current rating with what it rests on, and what the model in force says now. */
export interface ClientRating {
  /** What screening knows, on which the facts rest. */
  screening: ScreeningState
  inForce: RiskModel
  facts: RiskFacts
  /** By the model in force, before the judgement of staff. */
  now: Rating
  current: (StoredRating & { row: RatingRow; outdated: boolean; byModelInForce: RiskLevel }) | null
}

/** The rating of a client. */
export async function clientRating(
  db: Queries,
  keyring: Keyring,
  found: DueDiligence,
): Promise<ClientRating> {
  const row = found.rating
  const { inForce, ofVersion } = await modelsOf(db, row?.modelVersion ?? null)
  const screening = await screeningOfClient(db, found)
  const facts = factsOf(found, screening)
  const now = rate(inForce, facts)
  if (row === null || ofVersion === null) return { screening, inForce, facts, now, current: null }
  const stored = storedRating(keyring, row)
  const again = rate(ofVersion, facts, stored.judgement)
  return {
    screening,
    inForce,
    facts,
    now,
    current: {
      ...stored,
      row,
      outdated: !haveSameFactors(again.factors, stored.factors),
      byModelInForce: rate(inForce, stored.facts, stored.judgement).level,
    },
  }
}

function factsOf(found: DueDiligence, screening: ScreeningState): RiskFacts {
  const funds = taskIn(found, 'funds')
  const identity = taskIn(found, 'identity')
  return riskFactsOf(found.declaredAround, {
    met: identity.row?.state === 'accepted' ? (identity.accepted?.method ?? null) : null,
    // Also while it is due: what was proven stays proven.
    funds: funds.row?.state === 'accepted',
    papers: funds.papers,
    screening: screeningFact(screening),
    implausible: found.implausible,
    lists: screening.lists,
  })
}
