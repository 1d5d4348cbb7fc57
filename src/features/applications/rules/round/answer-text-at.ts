import { answerText, idNumberText, NOT_PROVIDED } from '#features/applications/rules/wizard/answer-text.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { fieldNames } from '#features/applications/rules/wizard/questionnaire.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { formatRand, randToCents } from '#base/rules/money/rand.ts'
import { sameAnswer } from '#features/applications/rules/wizard/same-answer.ts'
import type { AnswersByPath } from './done.ts'

/** The answer at a path as text. */
export function answerTextAt(path: string, value: unknown): string {
  if (typeof value === 'number') return formatRand(randToCents(value))
  // A field's path has the field's answer.
  const field = fieldNames.find((name) => name === path)
  if (field !== undefined) return answerText(field, (value ?? null) as Answers[typeof field])
  if (typeof value !== 'string' || value === '') return NOT_PROVIDED
  return path.endsWith('.idNumber') ? idNumberText(value) : value
}

/** An answer beside its previous value. */
export interface ComparedAnswer {
  path: string
  label: string
  before: string
  after: string
  changed: boolean
}

/** Old and new text of a requested answer, then of dependent answers that are answered in either. */
export function comparedAnswers(before: AnswersByPath, after: AnswersByPath): ComparedAnswer[] {
  return Object.keys(before)
    .filter((path, index) => index === 0 || isAnswered(before[path]) || isAnswered(after[path]))
    .map((path) => ({
      path,
      label: labelOf(path),
      before: answerTextAt(path, before[path]),
      after: answerTextAt(path, after[path]),
      changed: !sameAnswer(before[path], after[path]),
    }))
}

function isAnswered(value: unknown): boolean {
  return (
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}
