import { answerNames, type AnswerName, type Answers, type AnswersPatch } from './answers.ts'
import { withoutUnasked } from './conditions.ts'
import { withChecked } from './default-answers.ts'
import { sameValue } from './same-answer.ts'

/** Result of merging a save into the answers. */
export interface Merged {
  answers: Answers
  /** Answers whose value changed; empty for a repeated save. */
  changed: AnswerName[]
  /** Default answers were newly confirmed, without changing any value. */
  checked: boolean
}

/**
 * Merges a save into the answers (decisions, "Saving"): unsent fields are unchanged, amounts merge one by one,
 * confirmations accumulate, and answers to questions that no longer apply are removed.
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

/** Answers whose value differs. */
function changedAnswers(before: Answers, after: Answers): AnswerName[] {
  return answerNames.filter((name) => !sameValue(before[name], after[name]))
}

function definedOnly<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
}
