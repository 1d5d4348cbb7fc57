import { documentKinds, wizardKindNames, type WizardKind } from '#domain/documents/kinds.ts'
import { asksForStatement } from '../net-worth/statements.ts'
import type { Answers } from './answers.ts'
import { stepIndex, type StepId } from './steps.ts'

/** The kinds of documents in the order in which the wizard asks for them. */
export const kindsInWizard: readonly WizardKind[] = wizardKindNames.toSorted(
  (one, other) => stepOf(one) - stepOf(other),
)

function stepOf(kind: WizardKind): number {
  const { step } = documentKinds[kind]
  return step === undefined ? 0 : stepIndex(step)
}

/** The kinds whose uploaders a step shows below its questions. */
export function kindsBelowQuestions(step: StepId): WizardKind[] {
  return wizardKindNames.filter(
    (kind) => documentKinds[kind].step === step && !documentKinds[kind].customUploader,
  )
}

/** Whether an application with these answers cannot be submitted without a document of a kind. */
export function isDocumentRequired(kind: WizardKind, { assets }: Pick<Answers, 'assets'>): boolean {
  const { required } = documentKinds[kind]
  if (required === undefined) return false
  return required.whileAboveZero === undefined || asksForStatement(assets[required.whileAboveZero])
}
