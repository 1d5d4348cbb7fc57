/** Risk levels of a business relationship (FICA, section 42(2); Guidance Note 7A), lowest first. */
export const riskLevels = { low: 'Low', medium: 'Medium', high: 'High' } as const

export type RiskLevel = keyof typeof riskLevels
export const riskLevelNames = Object.keys(riskLevels) as [RiskLevel, ...RiskLevel[]]

/** Negative where the first level is lower. */
export function compareLevels(one: RiskLevel, other: RiskLevel): number {
  return riskLevelNames.indexOf(one) - riskLevelNames.indexOf(other)
}
