import { addressQuestions } from './address.ts'
import { employmentQuestions } from './employment.ts'
import { personalQuestions } from './personal.ts'
import type { Question, Questions } from './question.ts'

/** Pages of questions, in step order; amounts are in net-worth/names.ts. */
export const questionPages = {
  personal: personalQuestions,
  address: addressQuestions,
  employment: employmentQuestions,
} as const satisfies Record<string, Questions>

/** A step that is a page of questions. */
export type QuestionPage = keyof typeof questionPages

const questions = { ...personalQuestions, ...addressQuestions, ...employmentQuestions } as const

/** Questions of the questionnaire, without amounts. */
export type FieldName = keyof typeof questions

/** All questions, in screen order: labels, controls and rules. */
export const questionnaire: Readonly<Record<FieldName, Question>> = questions

export const fieldNames = Object.keys(questionnaire) as FieldName[]

/** The questions of a page, in screen order. */
export function namesOn(page: QuestionPage): FieldName[] {
  return Object.keys(questionPages[page]) as FieldName[]
}
