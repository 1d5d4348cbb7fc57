import type { z } from 'zod'
import type { DocumentListName } from '#domain/documents/kinds.ts'
import { readInput } from '#domain/input/read-input.ts'
import { asksForStatement, statementRules } from '../net-worth/statements.ts'
import { addressStep } from './address.ts'
import type { Answers } from './answers.ts'
import { answerSheet } from './answer-sheet.ts'
import { confirmationNames, confirmations, type Confirmations } from './confirmations.ts'
import { isAfterToday } from './date-of-birth.ts'
import { employmentStep } from './employment.ts'
import { personalStep } from './personal.ts'
import { isAsked } from './question.ts'
import { stepIds, type StepId } from './steps.ts'

/** Something that is missing or wrong, and the step where it can be mended. */
export interface Problem {
  step: StepId
  /** Dotted: "childrenDetails.0.fullName". */
  path: string
  message: string
}

/** What a step is judged by: the answers, and how many documents of each list there are. */
export interface Judged extends Answers {
  documentCounts: Readonly<Record<DocumentListName, number>>
  faisDocumentUploaded: boolean
  confirmations: Confirmations
}

type Rule = (judged: Judged, now: Date) => { path: string; message: string }[]

function bySchema(schema: z.ZodType): Rule {
  return (judged) => {
    const input = readInput(schema, judged)
    return input.ok ? [] : input.problems
  }
}

const noFutureBirth: Rule = (judged, now) =>
  judged.dateOfBirth !== null && isAfterToday(judged.dateOfBirth, now)
    ? [{ path: 'dateOfBirth', message: 'Date of birth cannot be in the future' }]
    : []

const someChild: Rule = (judged) =>
  isAsked(answerSheet.childrenDetails, judged) && judged.childrenDetails.length === 0
    ? [{ path: 'childrenDetails', message: 'Please choose how many children you have' }]
    : []

const statements: Rule = (judged) =>
  statementRules
    .filter(
      (rule) => asksForStatement(judged.assets[rule.amount]) && judged.documentCounts[rule.statements] === 0,
    )
    .map((rule) => ({ path: rule.statements, message: rule.message }))

const signedFais: Rule = (judged) =>
  judged.faisDocumentUploaded
    ? []
    : [{ path: 'faisDocumentUploaded', message: 'Please upload your signed FAIS document' }]

const allConfirmed: Rule = (judged) =>
  confirmationNames
    .filter((name) => !judged.confirmations[name])
    .map((name) => ({ path: `confirmations.${name}`, message: confirmations[name].missing }))

/** The rules of specification section 5, by step. Steps that ask nothing have none. */
const rules: Readonly<Record<StepId, readonly Rule[]>> = {
  personal: [bySchema(personalStep), noFutureBirth, someChild],
  address: [bySchema(addressStep)],
  employment: [bySchema(employmentStep)],
  'net-worth-intro': [],
  assets: [statements],
  liabilities: [],
  documents: [signedFais],
  review: [allConfirmed],
  success: [],
}

/** What keeps a step from being complete, in the order of its fields. */
export function problemsOfStep(step: StepId, judged: Judged, now: Date): Problem[] {
  return rules[step].flatMap((rule) => rule(judged, now).map((problem) => ({ step, ...problem })))
}

/** What keeps the application from being submitted. */
export function problemsOfApplication(judged: Judged, now: Date): Problem[] {
  return stepIds.flatMap((step) => problemsOfStep(step, judged, now))
}
