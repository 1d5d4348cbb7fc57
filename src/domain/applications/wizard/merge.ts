import { answerNames, type AnswerName, type Answers, type AnswersPatch } from './answers.ts'
import { withoutUnasked } from './conditions.ts'

/** What a save makes of the answers. */
export interface Merged {
  answers: Answers
  /** The answers whose value is another one now; a save that repeats what is there changes nothing. */
  changed: AnswerName[]
}

/**
 * Merges what was sent into what is there (decisions, "Saving"): fields that were not sent stay, amounts are
 * merged one by one, and answers to questions that are no longer asked go.
 */
export function mergeAnswers(current: Answers, patch: AnswersPatch): Merged {
  const { confirmations: _, assets, liabilities, ...fields } = patch
  const answers = withoutUnasked({
    ...current,
    ...definedOnly(fields),
    assets: { ...current.assets, ...definedOnly(assets ?? {}) },
    liabilities: { ...current.liabilities, ...definedOnly(liabilities ?? {}) },
  })
  return { answers, changed: answerNames.filter((name) => !sameValue(current[name], answers[name])) }
}

function definedOnly<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
}

function sameValue(one: unknown, other: unknown): boolean {
  // most answers are plain values, or the very object that was there: nothing needs to be written out to compare them
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** Objects with their keys in order, so that the order of saving makes no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
