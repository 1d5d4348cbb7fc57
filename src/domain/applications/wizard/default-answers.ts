import { z } from 'zod'
import { questionnaire, fieldNames, type FieldName } from './questionnaire.ts'
import { hasDefaultAnswer, isAsked } from './question.ts'
import { sameValue } from './same-answer.ts'

/** The questions that the specification answers before anybody was asked (section 3): matric, no smoker, single, no children. */
export const fieldsWithDefault: readonly FieldName[] = fieldNames.filter((name) =>
  hasDefaultAnswer(questionnaire[name]),
)

/** The questions of which a client has looked at the answer that was given beforehand, as they are kept and sent. */
export const checkedFields = z.array(z.enum(fieldNames)).max(fieldNames.length)

/** What was looked at stays looked at: in the order of the sheet, each once. */
export function withChecked(before: readonly FieldName[], more: readonly FieldName[] = []): FieldName[] {
  return fieldsWithDefault.filter((name) => before.includes(name) || more.includes(name))
}

/** The questions whose answer is the one that was given beforehand, and that nobody has looked at: "please check". */
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
