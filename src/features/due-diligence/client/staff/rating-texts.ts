import { riskLevels, type RiskLevel } from '#features/due-diligence/rules/rating/levels.ts'
import type { NamedFactor } from '#features/due-diligence/rules/rating/rate.ts'

/** The factors that raise a risk. */
export function raising(factors: readonly NamedFactor[]): NamedFactor[] {
  return factors.filter(({ points, alwaysHigh }) => points > 0 || alwaysHigh)
}

/** "Low risk: nothing raises it". */
export function riskText(level: RiskLevel, factors: readonly NamedFactor[]): string {
  const count = raising(factors).length
  const what =
    count === 0 ? 'nothing raises it' : count === 1 ? '1 fact raises it' : `${count} facts raise it`
  return `${riskLevels[level]} risk: ${what}`
}
