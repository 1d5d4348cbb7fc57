import type { Answers, AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import { sameAnswer } from '#features/applications/rules/wizard/same-answer.ts'
import { comparedAnswers } from '#features/applications/rules/round/answer-text-at.ts'
import type { AnswersByPath } from '#features/applications/rules/round/done.ts'

/*
 * Answers by path ("city", "assets.stocks"): saves are compared and merged by path, so that each amount is separate.
 */

/** An answer that differs between this screen and the server, as text. */
export interface Difference {
  path: string
  label: string
  here: string
  there: string
}

/** Three states of the answers: where the input began, what is stored now, and what is about to be saved. */
export interface Versions {
  base: Answers
  theirs: Answers
  mine: AnswersPatch
}

function prefixed(prefix: string, amounts: object = {}): AnswersByPath {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [`${prefix}.${name}`, amount]))
}

function byPath({ assets, liabilities, ...fields }: AnswersPatch): AnswersByPath {
  return { ...fields, ...prefixed('assets', assets), ...prefixed('liabilities', liabilities) }
}

function toPatch(answers: AnswersByPath): AnswersPatch {
  const patch: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(answers)) {
    const [group = '', name] = path.split('.')
    patch[group] = name === undefined ? value : { ...(patch[group] as object | undefined), [name]: value }
  }
  return patch
}

function filterPaths(answers: AnswersByPath, keep: (path: string) => boolean): AnswersByPath {
  return Object.fromEntries(
    Object.entries(answers).filter(([path, value]) => value !== undefined && keep(path)),
  )
}

/** The answers that a save would overwrite although they were changed elsewhere since the input began. */
export function differencesOf({ base, theirs, mine }: Versions): Difference[] {
  const [before, there] = [byPath(base), byPath(theirs)]
  const { confirmations: _, checkedDefaults: __, ...answers } = mine
  const here = byPath(answers)
  const differing = filterPaths(
    here,
    (path) => !sameAnswer(there[path], before[path]) && !sameAnswer(here[path], there[path]),
  )
  return Object.keys(differing).flatMap((path) =>
    comparedAnswers({ [path]: here[path] }, there).map(({ label, before: text, after }) => ({
      path,
      label,
      here: text,
      there: after,
    })),
  )
}

/** A patch without the answers at some paths. */
export function withoutPaths(patch: AnswersPatch, paths: readonly string[]): AnswersPatch {
  return toPatch(filterPaths(byPath(patch), (path) => !paths.includes(path)))
}

/** The answers of a patch that differ from the stored ones. */
export function changedIn(patch: AnswersPatch, saved: Answers): AnswersPatch {
  const [mine, stored] = [byPath(patch), byPath(saved)]
  return toPatch(
    filterPaths(mine, (path) =>
      path === 'checkedDefaults'
        ? patch.checkedDefaults?.some((name) => !saved.checkedDefaults.includes(name)) === true
        : !sameAnswer(mine[path], stored[path]),
    ),
  )
}

/**
 * The base of comparison after a part of it was saved: the sent answers as the server stored them. Others keep their earlier
 * values, also those that changed elsewhere, so that a later save finds the difference.
 */
export function rebase(base: Answers, sent: AnswersPatch, saved: Answers): Answers {
  const stored = byPath(saved)
  const { confirmations: _, ...answers } = sent
  const paths = Object.keys(filterPaths(byPath(answers), () => true))
  const { assets, liabilities, ...fields } = toPatch(
    Object.fromEntries(paths.map((path) => [path, stored[path]])),
  )
  return {
    ...base,
    ...(fields as Partial<Answers>),
    assets: { ...base.assets, ...assets },
    liabilities: { ...base.liabilities, ...liabilities },
  }
}

/** Whether a patch without undefined values holds no answer. */
export function isEmpty(patch: AnswersPatch): boolean {
  return Object.keys(patch).length === 0
}
