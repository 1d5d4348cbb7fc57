import { z } from 'zod'
import { questionnaire, fieldNames, type FieldName } from './questionnaire.ts'
import { hasDefaultAnswer, isAsked } from './question.ts'
import { sameValue } from './same-answer.ts'

/** Questions with default answers (specification section 3): matric, non-smoker, single, no children. */
export const fieldsWithDefault: readonly FieldName[] = fieldNames.filter((name) =>
  hasDefaultAnswer(questionnaire[name]),
)

/** Default answers that a client confirmed, as stored and sent. */
export const checkedFields = z.array(z.enum(fieldNames)).max(fieldNames.length)

/** Adds confirmations, without duplicates, in questionnaire order. */
export function withChecked(before: readonly FieldName[], more: readonly FieldName[] = []): FieldName[] {
  return fieldsWithDefault.filter((name) => before.includes(name) || more.includes(name))
}

/** Questions with an unconfirmed default answer: "please check". */
export function uncheckedIn(
  answers: Readonly<Record<FieldName, unknown>> & { checkedDefaults: readonly FieldName[] },
): FieldName[] {
  return fieldsWithDefault.filter(
    (name) =>
      isAsked(questionnaire[name], answers) &&
      !answers.checkedDefaults.includes(name) &&
      sameValue(answers[name], questionnaire[name].initial),
  )
}
