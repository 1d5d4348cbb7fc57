/** The nine steps in order, with progress indicator titles (specification section 2). */
export const wizardSteps = [
  { id: 'personal', title: 'Personal Details' },
  { id: 'address', title: 'Address' },
  { id: 'employment', title: 'Employment' },
  { id: 'net-worth-intro', title: 'Net Worth' },
  { id: 'assets', title: 'Assets' },
  { id: 'liabilities', title: 'Liabilities' },
  { id: 'documents', title: 'Documents' },
  { id: 'review', title: 'Review' },
  { id: 'success', title: 'Complete' },
] as const

export type StepId = (typeof wizardSteps)[number]['id']

export const stepIds = wizardSteps.map((step) => step.id) as [StepId, ...StepId[]]
export const firstStep: StepId = 'personal'

/** Whether a text is a step id. */
export function isStepId(text: unknown): text is StepId {
  return stepIds.some((id) => id === text)
}

/** The step to open for a saved currentStep; the first for unknown ones (decisions, "Unknown step"). */
export function stepToOpen(saved: string | null): StepId {
  return isStepId(saved) ? saved : firstStep
}

/** Zero-based. */
export function stepIndex(step: StepId): number {
  return stepIds.indexOf(step)
}

/** The step after this one; the last has none. */
export function nextStep(step: StepId): StepId | undefined {
  return stepIds[stepIndex(step) + 1]
}

/** The step before this one; the first has none. */
export function previousStep(step: StepId): StepId | undefined {
  return stepIds[stepIndex(step) - 1]
}

/** Progress bar, in percent: (current + 1) / total (specification section 2). */
export function progressPercent(step: StepId): number {
  return Math.round(((stepIndex(step) + 1) / wizardSteps.length) * 100)
}
