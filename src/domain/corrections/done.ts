import type { Answers } from '#domain/applications/wizard/answers.ts'
import { sameAnswer } from '#domain/applications/wizard/same-answer.ts'
import { openPaths } from './open-paths.ts'
import { answerAt, isAnswerPath, type Subject } from './subjects.ts'

/** Answers by their paths. */
export type AnswersByPath = Readonly<Record<string, unknown>>

/** What a client has done about something that is asked for. */
export interface Response {
  /** The answers as they were when it was asked for. */
  before: AnswersByPath
  /** What the client writes about it; null for nothing. */
  reply: string | null
  /** Whether a file was handed in that counts as there. */
  hasFile: boolean
}

/** The answers that are kept of a subject, before and after: its own, and those to the questions that it raises. */
export function answersOf(subject: Subject, answers: Answers): AnswersByPath {
  if (subject.kind !== 'answer') return {}
  const paths = openPaths([subject]).filter(isAnswerPath)
  return Object.fromEntries(paths.map((path) => [path, answerAt(answers, path) ?? null]))
}

/**
 * Whether enough was done about something that is asked for: another answer, another file, or words. The same answer as
 * before takes words (that it is right, say).
 */
export function isDone(subject: Subject, { before, reply, hasFile }: Response, answers: Answers): boolean {
  if (reply !== null) return true
  if (subject.kind === 'question') return false
  if (subject.kind !== 'answer') return hasFile
  const now = answersOf(subject, answers)
  return Object.keys(before).some((path) => !sameAnswer(before[path], now[path]))
}

/** What is said beside something that nothing was done about. */
export const notDone = {
  answer: 'Please correct your answer, or write why it is right',
  document: 'Please upload the document, or write why you cannot',
  additional: 'Please upload the document, or write why you cannot',
  question: 'Please answer the question',
} as const satisfies Record<Subject['kind'], string>
