import { questionnaire, fieldNames } from './questionnaire.ts'
import type { Answers } from './answers.ts'
import { isAsked } from './question.ts'

/** Which other investments they are is asked where there are any (specification section 2, step 5). */
export function asksForInvestmentTypes({
  otherInvestments,
}: Pick<Answers['assets'], 'otherInvestments'>): boolean {
  return (otherInvestments ?? 0) > 0
}

export const INVESTMENT_TYPES = 'assets.otherInvestmentsTypes'

/** Whether the question at a dotted path ("marriageType", "assets.otherInvestmentsTypes") is asked beside these answers. */
export function isAskedAt(path: string, answers: Answers): boolean {
  if (path === INVESTMENT_TYPES) return asksForInvestmentTypes(answers.assets)
  const name = fieldNames.find((known) => known === path.split('.')[0])
  return name === undefined || isAsked(questionnaire[name], answers)
}

/** The questions, by their dotted paths, that the answer at a path raises or takes back. */
export function questionsRaisedBy(path: string): string[] {
  if (path === 'assets.otherInvestments') return [INVESTMENT_TYPES]
  return fieldNames.filter((name) => questionnaire[name].askedIf?.[0] === path)
}

/** The answers without those to questions that are not asked: what nobody can see must not be submitted. */
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
