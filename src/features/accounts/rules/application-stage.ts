/** The labels of specification section 4, "Client step labels in the user list". */
const stageLabels: Readonly<Record<string, string>> = {
  personal: 'Personal Info',
  employment: 'Employment',
  financial: 'Financial Info',
  documents: 'Documents',
  review: 'Under Review',
  complete: 'Complete',
}

const NOT_STARTED = 'Not Started'

/**
 * A client's progress as shown in the user list; unknown steps become title case (decisions, "Step labels in the user
 * list").
 *
 * @param step the saved step; null for none, undefined without an application
 */
export function applicationStage(step: string | null | undefined): string {
  if (!step) return NOT_STARTED
  const label = Object.hasOwn(stageLabels, step) ? stageLabels[step] : undefined
  return label ?? step.replaceAll('-', ' ').replaceAll(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase())
}
