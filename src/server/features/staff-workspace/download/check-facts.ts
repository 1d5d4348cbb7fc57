import type { ReviewedCheck } from '#domain/api/staff-applications.ts'
import { isOpenCheck, waitsForCorrection } from '#domain/applications/review/checks.ts'
import { labelOf } from '#domain/applications/wizard/labels.ts'

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
