import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { answerNames } from '#features/applications/rules/wizard/answers.ts'
import { statementRules } from '#features/applications/rules/net-worth/statements.ts'
import { questionsRaisedBy } from '#features/applications/rules/wizard/conditions.ts'
import { sameAnswer } from '#features/applications/rules/wizard/same-answer.ts'
import { documentLists, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { Subject } from './subjects.ts'

/** What depends on an answer: other questions, and an amount's statements. */
function raisedBy(path: string): string[] {
  const statements = statementRules
    .filter(({ amount }) => path === `assets.${amount}`)
    .map(({ statements: list }) => list)
  return [...questionsRaisedBy(path), ...statements]
}

/** Not a list: the letter exists once, and signing again replaces it. */
const SIGNED_LETTER = 'faisDocumentUploaded'

/** The properties of a subject that determine what it opens. */
type Opening =
  | { kind: 'answer'; path: string }
  | { kind: 'document'; documentKind: DocumentKindName }
  | { kind: Exclude<Subject['kind'], 'answer' | 'document'> }

/**
 * Everything that a client can change in a correction request: requested answers with dependent questions, by path, and
 * statements by list name. A requested document can only be replaced; the signed letter is signed again.
 */
export function openPaths(subjects: readonly Opening[]): string[] {
  const open = subjects.flatMap((subject) => {
    if (subject.kind === 'answer') return [subject.path, ...raisedBy(subject.path)]
    return subject.kind === 'document' && subject.documentKind === 'signedFais' ? [SIGNED_LETTER] : []
  })
  return [...new Set(open)]
}

/** Whether a path is within the open ones. */
export function isOpen(path: string, open: readonly string[]): boolean {
  return open.some((one) => path === one || path.startsWith(`${one}.`))
}

/** Whether files of a kind can be added: replacing one payslip does not allow further ones. */
export function isKindOpen(kind: DocumentKindName, open: readonly string[]): boolean {
  if (kind === 'signedFais') return open.includes(SIGNED_LETTER)
  return Object.entries(documentLists).some(([list, of]) => of === kind && open.includes(list))
}

/** Paths of the changed answers, down to single answers. */
export function changedPaths(before: Answers, after: Answers): string[] {
  return answerNames.flatMap((name) => differences(name, before[name], after[name]))
}

function differences(path: string, before: unknown, after: unknown): string[] {
  if (sameAnswer(before, after)) return []
  if (!isGroup(before) || !isGroup(after)) return [path]
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return [path]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) =>
    differences(`${path}.${name}`, Reflect.get(before, name), Reflect.get(after, name)),
  )
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
