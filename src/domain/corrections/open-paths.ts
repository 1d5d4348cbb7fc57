import type { Answers } from '#domain/applications/wizard/answers.ts'
import { answerNames } from '#domain/applications/wizard/answers.ts'
import { statementRules } from '#domain/applications/net-worth/statements.ts'
import { questionsRaisedBy } from '#domain/applications/wizard/conditions.ts'
import { sameAnswer } from '#domain/applications/wizard/same-answer.ts'
import { documentLists, type DocumentKindName } from '#domain/documents/kinds.ts'
import type { Subject } from './subjects.ts'

/** What an answer can raise or take back: other questions, and the statements that an amount asks for. */
function raisedBy(path: string): string[] {
  const statements = statementRules
    .filter(({ amount }) => path === `assets.${amount}`)
    .map(({ statements: list }) => list)
  return [...questionsRaisedBy(path), ...statements]
}

/** The signed letter is not a list: there is one, and whoever signs anew means the new one. */
const SIGNED_LETTER = 'faisDocumentUploaded'

/** What of a subject decides what it opens. */
type Opening =
  | { kind: 'answer'; path: string }
  | { kind: 'document'; documentKind: DocumentKindName }
  | { kind: Exclude<Subject['kind'], 'answer' | 'document'> }

/**
 * Everything that a client can change while these are asked for: the answers, and the questions that another answer to
 * them raises. Answers by their paths, statements by the names of their lists. A document is put in the place of the one
 * that was asked about, and opens nothing else; but the signed letter, which is signed as before.
 */
export function openPaths(subjects: readonly Opening[]): string[] {
  const open = subjects.flatMap((subject) => {
    if (subject.kind === 'answer') return [subject.path, ...raisedBy(subject.path)]
    return subject.kind === 'document' && subject.documentKind === 'signedFais' ? [SIGNED_LETTER] : []
  })
  return [...new Set(open)]
}

/** Whether a path lies within what is open. */
export function isOpen(path: string, open: readonly string[]): boolean {
  return open.some((one) => path === one || path.startsWith(`${one}.`))
}

/** Whether files of a kind can be added to their list: payslips, say, where nothing but one of them is asked for, cannot. */
export function isKindOpen(kind: DocumentKindName, open: readonly string[]): boolean {
  if (kind === 'signedFais') return open.includes(SIGNED_LETTER)
  return Object.entries(documentLists).some(([list, of]) => of === kind && open.includes(list))
}

/** The paths of the answers that differ, each as far down as one answer goes. */
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
