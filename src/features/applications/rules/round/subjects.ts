import { z } from 'zod'
import { answerNames, type Answers } from '#features/applications/rules/wizard/answers.ts'
import { isAskedAt } from '#features/applications/rules/wizard/conditions.ts'
import {
  assetLabels,
  childLabels,
  labelOf,
  liabilityLabels,
} from '#features/applications/rules/wizard/labels.ts'
import { lineOfText, proseText } from '#base/rules/input/text.ts'
import { documentKinds, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'

const MAX_TITLE_LENGTH = 100
/** Maximum length of a text in a correction request. */
export const MAX_TEXT_LENGTH = 1000
/** Maximum items of a request. */
export const MAX_ITEMS = 30

const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  assets: assetLabels,
  liabilities: liabilityLabels,
}

/**
 * Whether a dotted path names one answer: "postalCode", "assets.stocks", "childrenDetails.0.idNumber",
 * "childrenDetails".
 */
export function isAnswerPath(path: string): boolean {
  const [first = '', second, third, ...more] = path.split('.')
  if (more.length > 0 || !answerNames.some((name) => name === first)) return false
  const group = groups[first]
  if (group !== undefined) return second !== undefined && third === undefined && Object.hasOwn(group, second)
  if (second === undefined) return true
  return first === 'childrenDetails' && /^\d$/u.test(second) && Object.hasOwn(childLabels, third ?? '')
}

/** The answer at a path; undefined for none. */
export function answerAt(answers: Answers, path: string): unknown {
  return path.split('.').reduce<unknown>(
    // Non-objects have no children.
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    answers,
  )
}

/** Whether the question at a path applies to these answers: others cannot be requested. */
export function isPutTo(answers: Answers, path: string): boolean {
  const [, , ofChild] = path.split('.')
  return isAskedAt(path, answers) && (ofChild === undefined || answerAt(answers, path) !== undefined)
}

const answerSubject = z.strictObject({
  kind: z.literal('answer'),
  path: z.string().max(60).refine(isAnswerPath, 'This answer doesn’t exist'),
})
const additionalSubject = z.strictObject({
  kind: z.literal('additional'),
  title: lineOfText(MAX_TITLE_LENGTH).min(1, 'Please name the document'),
})

/** What a client adds or corrects after submitting. */
export const clientSubjectSchema = z.discriminatedUnion('kind', [answerSubject, additionalSubject])

export type ClientSubject = z.infer<typeof clientSubjectSchema>

/** A requested item, as staff name it. */
export const subjectSchema = z.discriminatedUnion('kind', [
  answerSubject,
  z.strictObject({ kind: z.literal('document'), documentId: z.uuid() }),
  additionalSubject,
  z.strictObject({
    kind: z.literal('question'),
    question: proseText(MAX_TEXT_LENGTH).min(1, 'Please write your question'),
  }),
])

export type NamedSubject = z.infer<typeof subjectSchema>

/** A requested item, as stored. */
export type Subject =
  | { kind: 'answer'; path: string }
  /** `place` is its number among the documents of its kind, from 1, at the time of the request. */
  | { kind: 'document'; documentId: string; documentKind: DocumentKindName; place: number }
  /** `documentId`: the previous upload, when requested again. */
  | { kind: 'additional'; title: string; documentId: string | null }
  | { kind: 'question'; question: string }

export type SubjectKind = Subject['kind']

/** A label without values: "Tax Income Number", "Payslip 1". */
export function subjectLabel(subject: Subject): string {
  switch (subject.kind) {
    case 'answer':
      return labelOf(subject.path)
    case 'document': {
      const { label, maxCount } = documentKinds[subject.documentKind]
      return maxCount === 1 ? label : `${label} ${subject.place}`
    }
    case 'additional':
      return subject.title
    case 'question':
      return 'A question'
  }
}

/** Name in the audit log: without staff text. */
export function subjectPath(subject: Subject): string {
  if (subject.kind === 'answer') return subject.path
  if (subject.kind === 'document') return `${subject.documentKind} ${subject.documentId}`
  return subject.kind === 'additional' ? 'further document' : 'question'
}

/** Whether two subjects are the same: requesting it again updates the item. */
export function isSameSubject(one: Subject, other: Subject): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf(subject: Subject): string {
  switch (subject.kind) {
    case 'answer':
      return `answer ${subject.path}`
    case 'document':
      return `document ${subject.documentId}`
    case 'additional':
      return `additional ${subject.title}`
    case 'question':
      return `question ${subject.question}`
  }
}

/** The document that an upload replaces. */
export function documentOf(subject: Subject): string | null {
  return subject.kind === 'document' || subject.kind === 'additional' ? subject.documentId : null
}
