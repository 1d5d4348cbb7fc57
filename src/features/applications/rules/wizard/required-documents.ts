import {
  documentKinds,
  wizardKindNames,
  type WizardKind,
} from '#features/applications/rules/documents/kinds.ts'
import { asksForStatement } from '../net-worth/statements.ts'
import type { Answers } from './answers.ts'
import { stepIndex, type StepId } from './steps.ts'

/** Document kinds in wizard order. */
export const kindsInWizard: readonly WizardKind[] = wizardKindNames.toSorted(
  (one, other) => stepOf(one) - stepOf(other),
)

function stepOf(kind: WizardKind): number {
  const { step } = documentKinds[kind]
  return step === undefined ? 0 : stepIndex(step)
}

/** Kinds whose uploaders a step shows below its questions. */
export function kindsBelowQuestions(step: StepId): WizardKind[] {
  return wizardKindNames.filter(
    (kind) => documentKinds[kind].step === step && !documentKinds[kind].customUploader,
  )
}

/** Whether submission needs a document of this kind, given the answers. */
export function isDocumentRequired(kind: WizardKind, { assets }: Pick<Answers, 'assets'>): boolean {
  const { required } = documentKinds[kind]
  if (required === undefined) return false
  return required.whileAboveZero === undefined || asksForStatement(assets[required.whileAboveZero])
}
