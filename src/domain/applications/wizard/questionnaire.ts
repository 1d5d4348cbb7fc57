import { addressQuestions } from './address.ts'
import { employmentQuestions } from './employment.ts'
import { personalQuestions } from './personal.ts'
import type { Question, Questions } from './question.ts'

/** The pages of questions, in the order of the steps; the amounts are in net-worth/names.ts. */
export const questionPages = {
  personal: personalQuestions,
  address: addressQuestions,
  employment: employmentQuestions,
} as const satisfies Record<string, Questions>

/** A step that is a page of questions. */
export type QuestionPage = keyof typeof questionPages

const questions = { ...personalQuestions, ...addressQuestions, ...employmentQuestions } as const

/** What a client is asked, but for the amounts. */
export type FieldName = keyof typeof questions

/** Every question, in the order of the screens: the one place that says what it is called, how it is asked and judged. */
export const questionnaire: Readonly<Record<FieldName, Question>> = questions

/** The names of all questions, in the order of the screens. */
export const fieldNames = Object.keys(questionnaire) as FieldName[]

/** The questions of a page, in the order of the screen. */
export function namesOn(page: QuestionPage): FieldName[] {
  return Object.keys(questionPages[page]) as FieldName[]
}
