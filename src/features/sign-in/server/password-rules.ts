import { passwordProblem } from '#features/sign-in/rules/password-policy.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { DomainError } from '#base/server/domain-error.ts'

/**
 * Refuses a new password that is too short, too long, or too common.
 *
 * @throws DomainError invalid (400), with the reason at the field
 */
export function refuseWeakPassword(
  { branding: { firmName } }: Pick<Settings, 'branding'>,
  { field, password, username }: { field: string; password: string; username: string },
): void {
  const problem = passwordProblem(password, { username, firmName })
  if (problem !== null) throw refusedAt(field, problem)
}

/** An error at one field. */
export function refusedAt(field: string, message: string): DomainError {
  return new DomainError('invalid', message, { errors: [{ path: field, message }] })
}
