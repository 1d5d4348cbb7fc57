import { questionnaire, fieldNames } from './questionnaire.ts'
import type { Answers } from './answers.ts'
import { isAsked } from './question.ts'

/** The types are asked for where other investments exist (specification section 2, step 5). */
export function asksForInvestmentTypes({
  otherInvestments,
}: Pick<Answers['assets'], 'otherInvestments'>): boolean {
  return (otherInvestments ?? 0) > 0
}

export const INVESTMENT_TYPES = 'assets.otherInvestmentsTypes'

/**
 * Whether the question at a dotted path ("marriageType", "assets.otherInvestmentsTypes") applies with these answers.
 */
export function isAskedAt(path: string, answers: Answers): boolean {
  if (path === INVESTMENT_TYPES) return asksForInvestmentTypes(answers.assets)
  const name = fieldNames.find((known) => known === path.split('.')[0])
  return name === undefined || isAsked(questionnaire[name], answers)
}

/** Dotted paths of the questions that depend on the answer at a path. */
export function questionsRaisedBy(path: string): string[] {
  if (path === 'assets.otherInvestments') return [INVESTMENT_TYPES]
  return fieldNames.filter((name) => questionnaire[name].askedIf?.[0] === path)
}

/** The answers without those to hidden questions, which must not be submitted. */
export function withoutUnasked(answers: Answers): Answers {
  const { otherInvestmentsTypes, ...amounts } = answers.assets
  const unasked = fieldNames.filter((name) => !isAsked(questionnaire[name], answers))
  return {
    ...answers,
    ...Object.fromEntries(unasked.map((name) => [name, questionnaire[name].initial])),
    assets:
      asksForInvestmentTypes(amounts) && otherInvestmentsTypes !== undefined
        ? { ...amounts, otherInvestmentsTypes }
        : amounts,
  }
}
