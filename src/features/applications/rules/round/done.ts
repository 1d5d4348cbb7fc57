import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { sameAnswer } from '#features/applications/rules/wizard/same-answer.ts'
import { openPaths } from './open-paths.ts'
import { answerAt, isAnswerPath, type Subject } from './subjects.ts'

/** Answers by their paths. */
export type AnswersByPath = Readonly<Record<string, unknown>>

/** A client's response to a requested item. */
export interface Response {
  /** The answers at the time of the request. */
  before: AnswersByPath
  /** The client's reply; null for none. */
  reply: string | null
  /** Whether an uploaded file counts. */
  hasFile: boolean
}

/** A subject's stored answers, before and after: its own, and those of dependent questions. */
export function answersOf(subject: Subject, answers: Answers): AnswersByPath {
  if (subject.kind !== 'answer') return {}
  const paths = openPaths([subject]).filter(isAnswerPath)
  return Object.fromEntries(paths.map((path) => [path, answerAt(answers, path) ?? null]))
}

/** Whether an item is done: a changed answer, another file, or a reply. An unchanged answer needs a reply. */
export function isDone(subject: Subject, { before, reply, hasFile }: Response, answers: Answers): boolean {
  if (reply !== null) return true
  if (subject.kind === 'question') return false
  if (subject.kind !== 'answer') return hasFile
  const now = answersOf(subject, answers)
  return Object.keys(before).some((path) => !sameAnswer(before[path], now[path]))
}

/** Shown beside an item without a response. */
export const notDone = {
  answer: 'Please correct your answer, or tell us why it’s right',
  document: 'Please upload the document, or tell us why you can’t',
  additional: 'Please upload the document, or tell us why you can’t',
  question: 'Please answer the question',
} as const satisfies Record<Subject['kind'], string>
