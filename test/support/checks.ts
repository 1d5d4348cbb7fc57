import type { BodyOf } from '#base/rules/api/contract.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { HttpAnswer, HttpSession } from './http.ts'

type Decision = BodyOf<'POST /api/admin/applications/{id}/checks'>

/** An answer that fails one check. */
export const oddAnswer = { mobileNumber: '0215550140' }

/** A decision on the check that {@link oddAnswer} fails. */
export const decisionOnOddAnswer: Decision = {
  path: 'mobileNumber',
  check: 'mobileNumber',
  about: JSON.stringify([oddAnswer.mobileNumber]),
  seen: null,
  decision: 'accepted',
  reason: 'Rang the number, and the client answered.',
}

/**
 *
 * @param path of the application in the staff API
 */
export function settle(
  staff: HttpSession,
  path: string,
  changes: Partial<Decision> = {},
): Promise<HttpAnswer> {
  return staff.post(`${path}/checks`, { ...decisionOnOddAnswer, ...changes })
}

/** The checks of an application, read by staff. */
export async function checksAt(staff: HttpSession, path: string): Promise<ReviewedApplication['warnings']> {
  return ((await staff.get(path)).body as ReviewedApplication).warnings
}
