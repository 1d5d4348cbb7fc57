import { answerText, NOT_PROVIDED } from '#domain/applications/wizard/answer-text.ts'
import type { Answers } from '#domain/applications/wizard/answers.ts'
import { fieldNames } from '#domain/applications/wizard/questionnaire.ts'
import { labelOf } from '#domain/applications/wizard/labels.ts'
import { formatRand, randToCents } from '#domain/money/rand.ts'
import { sameAnswer } from '#domain/applications/wizard/same-answer.ts'
import type { AnswersByPath } from './done.ts'

/** The answer at a path in the words that people read. */
function answerTextAt(path: string, value: unknown): string {
  if (typeof value === 'number') return formatRand(randToCents(value))
  // A path that names a field has that field's answer.
  const field = fieldNames.find((name) => name === path)
  if (field !== undefined) return answerText(field, (value ?? null) as Answers[typeof field])
  return typeof value === 'string' && value !== '' ? value : NOT_PROVIDED
}

/** An answer beside what it was. */
export interface ComparedAnswer {
  path: string
  label: string
  before: string
  after: string
  changed: boolean
}

/**
 * What was asked for, old and new, in words: the first is the answer itself, the others are those that it raises, as far as
 * one of both is answered.
 */
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
