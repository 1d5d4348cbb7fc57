import {
  documentKinds,
  documentLists,
  documentListNames,
  type DocumentListName,
} from '#domain/documents/kinds.ts'

/** An amount that needs a benefits statement, and the list that it is uploaded to. */
export interface StatementRule {
  amount: 'pensionFunds' | 'providentFunds'
  statements: DocumentListName
}

/** The amounts that need a benefits statement (specification section 5, "Assets"). */
export const statementRules: readonly StatementRule[] = documentListNames.flatMap((statements) => {
  const amount = documentKinds[documentLists[statements]].required?.whileAboveZero
  return amount === undefined ? [] : [{ amount, statements }]
})

/** Whether an uploader for the amount is shown at all. */
export function asksForStatement(amountInRand: number | null | undefined): boolean {
  return (amountInRand ?? 0) > 0
}

/** The mark beside an uploader: the first statement is required, further ones are welcome. */
export function statementMark(uploaded: number): 'Required' | 'Optional' {
  return uploaded === 0 ? 'Required' : 'Optional'
}
