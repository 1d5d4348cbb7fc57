import { answerSheet, fieldNames } from './answer-sheet.ts'
import type { Answers } from './answers.ts'
import { isAsked } from './question.ts'

/** Which other investments they are is asked where there are any (specification section 2, step 5). */
export function asksForInvestmentTypes({
  otherInvestments,
}: Pick<Answers['assets'], 'otherInvestments'>): boolean {
  return (otherInvestments ?? 0) > 0
}

/** The answers without those to questions that are not asked: what nobody can see must not be submitted. */
export function withoutUnasked(answers: Answers): Answers {
  const { otherInvestmentsTypes, ...amounts } = answers.assets
  const unasked = fieldNames.filter((name) => !isAsked(answerSheet[name], answers))
  return {
    ...answers,
    ...Object.fromEntries(unasked.map((name) => [name, answerSheet[name].initial])),
    assets:
      asksForInvestmentTypes(amounts) && otherInvestmentsTypes !== undefined
        ? { ...amounts, otherInvestmentsTypes }
        : amounts,
  }
}
