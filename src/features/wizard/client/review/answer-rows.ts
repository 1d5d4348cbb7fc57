import type { Application } from '#features/applications/api/application.ts'
import { answerLines, type AnswerLine } from '#features/applications/rules/wizard/answer-text.ts'
import {
  questionnaire,
  type FieldName,
  type QuestionPage,
} from '#features/applications/rules/wizard/questionnaire.ts'
import { warningsFor } from '#features/applications/rules/warnings.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { spellOutRand } from '#base/rules/money/spell-out.ts'
import { problemsOf } from '../steps/step-problems.ts'

/** An answer as text, with its error and warning. */
export interface AnswerRow {
  /** Dotted: "city", "childrenDetails.0". */
  path: string
  label: string
  text: string
  /** An amount in words, which reveal errors by a factor of a thousand. */
  spelledOut: string | undefined
  problem: string | undefined
  warnings: string[]
  /** Optional and without an answer. */
  unanswered: boolean
  /** A default answer that the client has not checked. */
  unchecked: boolean
}

/** A question page on the review: heading and step. */
export interface AnswerSection {
  title: string
  step: QuestionPage
}

/** Sections of answers in the order of the steps (specification section 2, step 8). */
export const answerSections: readonly AnswerSection[] = [
  { title: 'Personal Information', step: 'personal' },
  { title: 'Address', step: 'address' },
  { title: 'Employment & Financial', step: 'employment' },
]

/** All visible questions of a section; each child has its own row. */
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

/** The answers to one group of questions, such as "Contact", in one line. */
export interface AnswersInShort {
  /** Undefined for questions without a heading of their own. */
  title: string | undefined
  text: string
}

/**
 * Every given answer of a section, so that the client sees all of them before opening it (decisions, "Review"). Groups
 * without an answer are left out.
 */
export function sectionInShort(
  { step }: Pick<AnswerSection, 'step'>,
  application: Application,
): AnswersInShort[] {
  const lines = answerLines(step, application).filter(({ answered }) => answered)
  const groupOf = ({ name }: AnswerLine) => questionnaire[name].section
  return [...new Set(lines.map(groupOf))].map((title) => ({
    title,
    text: lines
      .filter((line) => groupOf(line) === title)
      .map(lineInShort)
      .join(' · '),
  }))
}

/** An answer with its label only where it does not speak for itself. */
function lineInShort({ name, label, text }: AnswerLine): string {
  const { control, inShort } = questionnaire[name]
  if (control.kind === 'yes-no') return control.inShort[text === 'Yes' ? 'yes' : 'no']
  return inShort === undefined ? text : `${label}: ${text}`
}

function spellAmount(amount: Application[FieldName]): string | undefined {
  const cents = typeof amount === 'string' ? parseRand(amount) : null
  return cents === null ? undefined : spellOutRand(cents)
}
