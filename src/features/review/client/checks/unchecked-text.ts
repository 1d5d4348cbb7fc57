import type { UncheckedApplication } from '#features/review/api/bulk-acts.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'

/** Whether the confirmation of a decision lists what is unchecked: only approving ones do. */
export function statesUnchecked(to: ApplicationStatus): boolean {
  return to === 'approved' || to === 'onboarded'
}

/** Labels in a list: "ID Number, Mobile Number". */
function labelsText(paths: readonly string[]): string {
  return [...new Set(paths.map((path) => labelOf(path)))].join(', ')
}

/** What is unchecked in an application: "2 documents not opened. Open checks: ID Number." */
export function uncheckedText({ unopenedDocuments, openChecks, toCorrect }: UncheckedApplication): string {
  const documents = `${unopenedDocuments} ${unopenedDocuments === 1 ? 'document' : 'documents'} not opened.`
  return [
    ...(unopenedDocuments === 0 ? [] : [documents]),
    ...(openChecks.length === 0 ? [] : [`Open checks: ${labelsText(openChecks)}.`]),
    ...(toCorrect.length === 0 ? [] : [`To be corrected: ${labelsText(toCorrect)}.`]),
  ].join(' ')
}
