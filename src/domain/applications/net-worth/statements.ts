/**
 * The amounts that need a benefits statement behind them, and what is said while there is none
 * (specification section 5, "Assets").
 */
export const statementRules = [
  {
    amount: 'pensionFunds',
    statements: 'pensionBenefitsStatements',
    message: 'Pension fund benefits statement is required when pension fund value is greater than 0',
  },
  {
    amount: 'providentFunds',
    statements: 'providentBenefitsStatements',
    message: 'Provident fund benefits statement is required when provident fund value is greater than 0',
  },
] as const

export type StatementRule = (typeof statementRules)[number]

/** Whether an uploader for the amount is shown at all. */
export function asksForStatement(amountInRand: number | null | undefined): boolean {
  return (amountInRand ?? 0) > 0
}

/** The mark beside an uploader: the first statement is required, further ones are welcome. */
export function statementMark(uploaded: number): 'Required' | 'Optional' {
  return uploaded === 0 ? 'Required' : 'Optional'
}
