import type { z } from 'zod'
import {
  documentKinds,
  listOf,
  wizardKindNames,
  type DocumentListName,
  type WizardKind,
} from '#features/applications/rules/documents/kinds.ts'
import { readInput } from '#base/rules/input/read-input.ts'
import { addressStep } from './address.ts'
import type { Answers } from './answers.ts'
import { questionnaire } from './questionnaire.ts'
import { confirmationNames, confirmations, type Confirmations } from './confirmations.ts'
import { isAfterToday } from '#base/rules/time/date-of-birth.ts'
import { employmentStep } from './employment.ts'
import { personalStep } from './personal.ts'
import { isAsked } from './question.ts'
import { isDocumentRequired } from './required-documents.ts'
import { stepIds, type StepId } from './steps.ts'
import { addressParts, isUnused, NOT_USED } from './unused-address-parts.ts'

/** A missing or invalid answer, and its step. */
export interface Problem {
  step: StepId
  /** Dotted: "childrenDetails.0.fullName". */
  path: string
  message: string
}

/** Input of a step's rules: the answers, and the number of documents per list. */
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

const noUnusedPart: Rule = (judged) =>
  addressParts
    .filter((part) => judged[part] === NOT_USED && !isUnused(part, judged.country))
    .map((part) => ({ path: part, message: `${questionnaire[part].label} is required` }))

const someChild: Rule = (judged) =>
  isAsked(questionnaire.childrenDetails, judged) && judged.childrenDetails.length === 0
    ? [{ path: 'childrenDetails', message: 'Please choose how many children you have' }]
    : []

/** Required documents of a step (table of document kinds). */
function documentsOf(step: StepId, judged: Judged): { path: string; message: string }[] {
  return wizardKindNames.flatMap((kind) => {
    const { step: askedAt, required } = documentKinds[kind]
    const isAskedHere = askedAt === step && required !== undefined && isDocumentRequired(kind, judged)
    return isAskedHere && !isThere(kind, judged) ? [{ path: pathOf(kind), message: required.message }] : []
  })
}

function isThere(kind: WizardKind, { documentCounts, faisDocumentUploaded }: Judged): boolean {
  return kind === 'signedFais' ? faisDocumentUploaded : documentCounts[listOf(kind)] > 0
}

/** The path of a missing document: its list, or for the signed letter its field. */
function pathOf(kind: WizardKind): string {
  return kind === 'signedFais' ? 'faisDocumentUploaded' : listOf(kind)
}

const allConfirmed: Rule = (judged) =>
  confirmationNames
    .filter((name) => !judged.confirmations[name])
    .map((name) => ({ path: `confirmations.${name}`, message: confirmations[name].missing }))

/** The rules of specification section 5 for answers, by step. */
const rules: Readonly<Record<StepId, readonly Rule[]>> = {
  personal: [bySchema(personalStep), noFutureBirth, someChild],
  address: [bySchema(addressStep), noUnusedPart],
  employment: [bySchema(employmentStep)],
  'net-worth-intro': [],
  assets: [],
  liabilities: [],
  documents: [],
  review: [allConfirmed],
  success: [],
}

/** Why a step is incomplete, in field order. */
export function problemsOfStep(step: StepId, judged: Judged, now: Date): Problem[] {
  const answers = rules[step].flatMap((rule) => rule(judged, now))
  return [...answers, ...documentsOf(step, judged)].map((problem) => ({ step, ...problem }))
}

/** Why the application cannot be submitted. */
export function problemsOfApplication(judged: Judged, now: Date): Problem[] {
  return stepIds.flatMap((step) => problemsOfStep(step, judged, now))
}
