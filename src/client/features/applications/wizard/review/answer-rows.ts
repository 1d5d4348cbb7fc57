import type { Application } from '#domain/api/application.ts'
import { answerLines, answerText } from '#domain/applications/wizard/answer-text.ts'
import {
  questionnaire,
  type FieldName,
  type QuestionPage,
} from '#domain/applications/wizard/questionnaire.ts'
import { warningsFor } from '#domain/applications/warnings.ts'
import { parseRand } from '#domain/money/reading.ts'
import { spellOutRand } from '#domain/money/spell-out.ts'
import { problemsOf } from '../steps/step-problems.ts'

/** An answer in words, with what is missing about it and what is worth a second look. */
export interface AnswerRow {
  /** Dotted: "city", "childrenDetails.0". */
  path: string
  label: string
  text: string
  /** An amount once more, in words: typing slips by a thousand show in them. */
  spelledOut: string | undefined
  problem: string | undefined
  warnings: string[]
  /** Nothing was answered, and nothing has to be. */
  unanswered: boolean
  /** A default answer that the client has not checked. */
  unchecked: boolean
}

/** A question page on the review: the heading of its answers, and its step. */
export interface AnswerSection {
  title: string
  step: QuestionPage
  /** The answers that stand for the others while it is folded. */
  inShort: readonly FieldName[]
}

/** The sections of answers, in the order of the steps (specification section 2, step 8). */
export const answerSections: readonly AnswerSection[] = [
  { title: 'Personal Information', step: 'personal', inShort: ['fullName', 'dateOfBirth', 'mobileNumber'] },
  { title: 'Address', step: 'address', inShort: ['addressLine1', 'city', 'stateProvince'] },
  { title: 'Employment & Financial', step: 'employment', inShort: ['occupation', 'annualIncome'] },
]

/** Every answer of a section that was asked for, each child in a row of its own. */
export function answerRows(
  { step }: Pick<AnswerSection, 'step'>,
  application: Application,
  now: Date,
): AnswerRow[] {
  const problems = problemsOf(step, application, {}, now)
  const warnings = warningsFor(application)
  return answerLines(step, application).map(({ name, path, label, text, answered, unchecked }) => {
    const isAbout = (found: { path: string }) => found.path === path || found.path.startsWith(`${path}.`)
    const problem = problems.find(isAbout)?.message
    return {
      path,
      label,
      text,
      spelledOut: questionnaire[name].control.kind === 'amount' ? spellAmount(application[name]) : undefined,
      problem,
      warnings: warnings.filter(isAbout).map(({ message }) => message),
      unanswered: !answered && problem === undefined,
      unchecked,
    }
  })
}

/** The answers that stand for a section; '' where none of them is given. */
export function sectionInShort(
  { inShort }: Pick<AnswerSection, 'inShort'>,
  application: Application,
): string {
  return inShort
    .filter((name) => application[name] !== null)
    .map((name) => answerText(name, application[name]))
    .join(' · ')
}

function spellAmount(amount: Application[FieldName]): string | undefined {
  const cents = typeof amount === 'string' ? parseRand(amount) : null
  return cents === null ? undefined : spellOutRand(cents)
}
