import type { Application } from '#domain/api/application.ts'
import { answerText, NOT_PROVIDED } from '#domain/applications/wizard/answer-text.ts'
import { addressFields } from '#domain/applications/wizard/address.ts'
import { asked } from '#domain/applications/wizard/conditions.ts'
import { employmentFields } from '#domain/applications/wizard/employment.ts'
import { fieldLabels, labelOf, type FieldName } from '#domain/applications/wizard/labels.ts'
import { personalFields } from '#domain/applications/wizard/personal.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
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
  step: StepId
  fields: FieldName[]
}

const fieldNames = Object.keys(fieldLabels) as FieldName[]
const fieldsIn = (shape: object) => fieldNames.filter((name) => name in shape)

/** The sections of answers, in the order of the steps (specification section 2, step 8). */
export const answerSections: readonly AnswerSection[] = [
  { title: 'Personal Information', step: 'personal', fields: fieldsIn(personalFields.shape) },
  { title: 'Address', step: 'address', fields: fieldsIn(addressFields.shape) },
  { title: 'Employment & Financial', step: 'employment', fields: fieldsIn(employmentFields.shape) },
]

/** The questions that are asked only depending on another answer; the others always are. */
const conditions: Readonly<Partial<Record<FieldName, (application: Application) => boolean>>> = {
  marriageType: asked.marriageType,
  childrenDetails: asked.children,
  professionalMemberCode: asked.professionalMemberCode,
  willInstitution: asked.willInstitution,
}

/** Every answer of a section that was asked for, each child in a row of its own. */
export function answerRows(
  { step, fields }: AnswerSection,
  application: Application,
  now: Date,
): AnswerRow[] {
  const problems = problemsOf(step, application, {}, now)
  const warnings = warningsFor(application)
  const about = (path: string) => (found: { path: string }) =>
    found.path === path || found.path.startsWith(`${path}.`)
  const row = (path: string, label: string, text: string): AnswerRow => ({
    path,
    label,
    text,
    words: path === 'annualIncome' ? inWords(application.annualIncome) : undefined,
    problem: problems.find(about(path))?.message,
    warnings: warnings.filter(about(path)).map(({ message }) => message),
  })
  return fields
    .filter((name) => conditions[name]?.(application) ?? true)
    .flatMap((name) =>
      name === 'childrenDetails' && application.childrenDetails.length > 0
        ? application.childrenDetails.map((child, index) =>
            row(`childrenDetails.${index}`, `Child ${index + 1}`, childText(child)),
          )
        : [row(name, labelOf(name), answerText(name, application[name]))],
    )
}

function inWords(income: string | null): string | undefined {
  const cents = parseRand(income ?? '')
  return cents === null ? undefined : randInWords(cents)
}

function childText({ fullName, idNumber }: Application['childrenDetails'][number]): string {
  return `${fullName || NOT_PROVIDED}, ID ${idNumber || NOT_PROVIDED}`
}
