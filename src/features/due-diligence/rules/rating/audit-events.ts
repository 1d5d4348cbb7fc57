import { event } from '#features/audit/rules/event.ts'
import type { FactorName } from './factors.ts'
import type { RiskLevel } from './levels.ts'

export const riskRatingEvents = {
  /** About the rating, for the same reason. */
  'rating.made': event<{ model: number; points: number; level: RiskLevel; factors: FactorName[] }>(
    'Risk rated',
    'due-diligence',
  ),
  'risk-model.proposed': event<{ version: number }>('Risk model proposed', 'due-diligence'),
  'risk-model.countries-compared': event<{ comparedOn: string }>(
    'Countries compared with the published lists',
    'due-diligence',
  ),
  'risk-model.in-force': event<{ version: number }>('Risk model in use', 'due-diligence'),
}
