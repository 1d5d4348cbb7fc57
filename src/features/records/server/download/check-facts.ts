import type { ReviewedCheck } from '#features/review/api/staff-applications.ts'
import { isOpenCheck, waitsForCorrection } from '#features/review/rules/checks.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'

type Fact = readonly [label: string, value: string]

/**
 * Open checks, and answers to be corrected. Names and reasons are omitted: they are for staff only, but this file may
 * be handed on.
 */
export function checkFacts(checks: readonly ReviewedCheck[]): Fact[] {
  return checks.flatMap((check): Fact[] => {
    const { path, message } = check
    if (isOpenCheck(check)) return [[`Please check: ${labelOf(path)}`, message]]
    return waitsForCorrection(check) ? [[`To be corrected: ${labelOf(path)}`, message]] : []
  })
}
