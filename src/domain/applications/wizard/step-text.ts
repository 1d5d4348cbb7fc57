/**
 * A saved step as staff read it: hyphens become spaces (specification section 4), and the last one is named for what it
 * means.
 *
 * @returns null if the client has not started
 */
export function stepText(step: string | null): string | null {
  if (!step) return null
  return step === 'success' ? 'submitted' : step.replaceAll('-', ' ')
}
