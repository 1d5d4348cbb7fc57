import { answerNames, type AnswerName, type Answers, type AnswersPatch } from './answers.ts'
import { withoutUnasked } from './conditions.ts'
import { withChecked } from './default-answers.ts'
import { sameValue } from './same-answer.ts'

/** What a save makes of the answers. */
export interface Merged {
  answers: Answers
  /** The answers whose value is another one now; a save that repeats what is there changes nothing. */
  changed: AnswerName[]
  /** Answers given beforehand were looked at that were not before: no answer is another one for that. */
  checked: boolean
}

/**
 * Merges what was sent into what is there (decisions, "Saving"): fields that were not sent stay, amounts are
 * merged one by one, what was looked at stays looked at, and answers to questions that are no longer asked go.
 */
export function mergeAnswers(current: Answers, patch: AnswersPatch): Merged {
  const { confirmations: _, assets, liabilities, checkedDefaults, ...fields } = patch
  const answers = withoutUnasked({
    ...current,
    ...definedOnly(fields),
    assets: { ...current.assets, ...definedOnly(assets ?? {}) },
    liabilities: { ...current.liabilities, ...definedOnly(liabilities ?? {}) },
    checkedDefaults: withChecked(current.checkedDefaults, checkedDefaults),
  })
  return {
    answers,
    changed: changedAnswers(current, answers),
    checked: answers.checkedDefaults.length > current.checkedDefaults.length,
  }
}

/** The answers whose value is another one. */
export function changedAnswers(before: Answers, after: Answers): AnswerName[] {
  return answerNames.filter((name) => !sameValue(before[name], after[name]))
}

function definedOnly<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
}
