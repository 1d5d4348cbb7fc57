import {
  documentKinds,
  documentLists,
  documentListNames,
  type DocumentListName,
} from '#features/applications/rules/documents/kinds.ts'

/** An amount that needs a benefits statement, and its document list. */
export interface StatementRule {
  amount: 'pensionFunds' | 'providentFunds'
  statements: DocumentListName
}

/** Amounts that need a benefits statement (specification section 5, "Assets"). */
export const statementRules: readonly StatementRule[] = documentListNames.flatMap((statements) => {
  const amount = documentKinds[documentLists[statements]].required?.whileAboveZero
  return amount === undefined ? [] : [{ amount, statements }]
})

/** Whether the amount's uploader is shown. */
export function asksForStatement(amountInRand: number | null | undefined): boolean {
  return (amountInRand ?? 0) > 0
}

/** Label beside an uploader: the first statement is required, others are optional. */
export function statementMark(uploaded: number): 'Required' | 'Optional' {
  return uploaded === 0 ? 'Required' : 'Optional'
}
