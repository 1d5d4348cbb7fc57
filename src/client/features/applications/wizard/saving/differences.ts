import { formatRand, randToCents } from '#domain/money/rand.ts'
import { answerText, NOT_PROVIDED } from '#domain/applications/wizard/answer-text.ts'
import type { Answers, AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { fieldNames } from '#domain/applications/wizard/questionnaire.ts'
import { labelOf } from '#domain/applications/wizard/labels.ts'
import { sameAnswer } from '#domain/applications/wizard/same-answer.ts'

/** An answer that stands otherwise on this screen than it was saved meanwhile, in plain words. */
export interface Difference {
  /** Dotted: "city", "assets.stocks". */
  path: string
  label: string
  here: string
  there: string
}

/** Three states of the answers: where the typing began, what is saved now, and what is about to be saved. */
export interface Versions {
  base: Answers
  theirs: Answers
  mine: AnswersPatch
}

type AmountGroup = 'assets' | 'liabilities'
const amountGroups = ['assets', 'liabilities'] as const satisfies readonly AmountGroup[]

/**
 * What would be overwritten unseen: the answers about to be saved that somebody else has changed since the typing
 * began, to something other than what is typed here (decisions, "Two tabs").
 */
export function differencesOf({ base, theirs, mine }: Versions): Difference[] {
  return [
    ...fieldNames.flatMap((name) => {
      const here = mine[name]
      if (here === undefined || sameAnswer(theirs[name], base[name]) || sameAnswer(here, theirs[name]))
        return []
      return [
        {
          path: name,
          label: labelOf(name),
          here: answerText(name, here),
          there: answerText(name, theirs[name]),
        },
      ]
    }),
    ...amountGroups.flatMap((group) =>
      differencesOfAmounts(group, base[group], theirs[group], mine[group] ?? {}),
    ),
  ]
}

type Amounts = Readonly<Record<string, number | string | null | undefined>>

function differencesOfAmounts(
  group: AmountGroup,
  base: Amounts,
  theirs: Amounts,
  mine: Amounts,
): Difference[] {
  return Object.keys(mine)
    .filter((name) => mine[name] !== undefined)
    .filter((name) => !sameAnswer(theirs[name], base[name]) && !sameAnswer(mine[name], theirs[name]))
    .map((name) => ({
      path: `${group}.${name}`,
      label: labelOf(`${group}.${name}`),
      here: amountText(mine[name]),
      there: amountText(theirs[name]),
    }))
}

function amountText(amount: Amounts[string]): string {
  return typeof amount === 'number' ? formatRand(randToCents(amount)) : (amount ?? NOT_PROVIDED)
}

/** A patch without the answers at some paths: what remains of the typing when the newer answers are taken over. */
export function withoutPaths(patch: AnswersPatch, paths: readonly string[]): AnswersPatch {
  const left = (fields: object, prefix: string) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !paths.includes(`${prefix}${name}`)))
  const { assets, liabilities, ...fields } = patch
  return {
    ...left(fields, ''),
    ...(assets ? { assets: left(assets, 'assets.') } : {}),
    ...(liabilities ? { liabilities: left(liabilities, 'liabilities.') } : {}),
  }
}

/** Whether a patch holds no answer at all. */
export function isEmpty({ assets = {}, liabilities = {}, ...fields }: AnswersPatch): boolean {
  return [fields, assets, liabilities].every((answers) => Object.keys(answers).length === 0)
}

/** The answers of a patch that are other than what is saved. */
export function changedIn(patch: AnswersPatch, saved: Answers): AnswersPatch {
  const unchanged = [
    ...fieldNames.filter((name) => sameAnswer(patch[name], saved[name])),
    ...(patch.checkedDefaults?.every((name) => saved.checkedDefaults.includes(name)) === true
      ? ['checkedDefaults']
      : []),
    ...amountGroups.flatMap((group) => {
      const amounts: Amounts = patch[group] ?? {}
      const before: Amounts = saved[group]
      return Object.keys(amounts)
        .filter((name) => sameAnswer(amounts[name], before[name]))
        .map((name) => `${group}.${name}`)
    }),
  ]
  const { assets, liabilities, ...fields } = withoutPaths(patch, unchanged)
  return {
    ...fields,
    ...(assets && Object.keys(assets).length > 0 ? { assets } : {}),
    ...(liabilities && Object.keys(liabilities).length > 0 ? { liabilities } : {}),
  }
}
