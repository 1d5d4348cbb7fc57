import type { Application } from '#domain/api/application.ts'
import { answerLines } from '#domain/applications/wizard/answer-text.ts'
import { answerSheet, type FieldName, type QuestionPage } from '#domain/applications/wizard/answer-sheet.ts'
import { warningsFor } from '#domain/applications/warnings.ts'
import { parseRand } from '#domain/money/reading.ts'
import { randInWords } from '#domain/money/words.ts'
import { problemsOf } from '../steps/step-problems.ts'

/** An answer in words, with what is missing about it and what is worth a second look. */
export interface AnswerRow {
  /** Dotted: "city", "childrenDetails.0". */
  path: string
  label: string
  text: string
  /** An amount once more, in words: typing slips by a thousand show in them. */
  words: string | undefined
  problem: string | undefined
  warnings: string[]
}

/** A question page on the review: the heading of its answers, and its step. */
export interface AnswerSection {
  title: string
  step: QuestionPage
}

/** The sections of answers, in the order of the steps (specification section 2, step 8). */
export const answerSections: readonly AnswerSection[] = [
  { title: 'Personal Information', step: 'personal' },
  { title: 'Address', step: 'address' },
  { title: 'Employment & Financial', step: 'employment' },
]

/** Every answer of a section that was asked for, each child in a row of its own. */
export function answerRows({ step }: AnswerSection, application: Application, now: Date): AnswerRow[] {
  const problems = problemsOf(step, application, {}, now)
  const warnings = warningsFor(application)
  return answerLines(step, application).map(({ name, path, label, text }) => {
    const isAbout = (found: { path: string }) => found.path === path || found.path.startsWith(`${path}.`)
    return {
      path,
      label,
      text,
      words: answerSheet[name].control.kind === 'amount' ? inWords(application[name]) : undefined,
      problem: problems.find(isAbout)?.message,
      warnings: warnings.filter(isAbout).map(({ message }) => message),
    }
  })
}

function inWords(amount: Application[FieldName]): string | undefined {
  const cents = typeof amount === 'string' ? parseRand(amount) : null
  return cents === null ? undefined : randInWords(cents)
}
