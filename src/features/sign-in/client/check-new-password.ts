import { lengthProblem } from '#features/sign-in/rules/password-limits.ts'
import type { PasswordOwner } from '#features/sign-in/rules/password-policy.ts'

/** The policy contains the list of common passwords: a chunk of its own, fetched while the user types. */
export const loadPasswordPolicy = () => import('#features/sign-in/rules/password-policy.ts')

/** Why a new password is rejected, or null. If the policy cannot be fetched, only the server checks. */
export async function newPasswordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const policy = await loadPasswordPolicy().catch(() => null)
  return policy === null ? lengthProblem(password) : policy.passwordProblem(password, owner)
}

/** The fields of a change of password, in order. */
export const changePasswordFields = ['currentPassword', 'newPassword', 'confirmPassword'] as const
/** The same after a temporary password. */
export const firstPasswordFields = ['newPassword', 'confirmPassword'] as const
type Field = (typeof changePasswordFields)[number]
type Problems = Partial<Record<Field, string>>
/** The typed texts; the current password only if asked for. */
type Texts = Record<(typeof firstPasswordFields)[number], string> & { currentPassword?: string }

const EMPTY: Record<Field, string> = {
  currentPassword: 'Please enter your current password',
  newPassword: 'Please enter a new password',
  confirmPassword: 'Please enter the new password again',
}

/**
 * The problems of a change of password before it is sent: missing fields, then a mismatch, then the policy
 * (specification section 5, "Change password").
 */
export async function checkChange(texts: Texts, owner: PasswordOwner): Promise<Problems> {
  const empty = changePasswordFields.filter((field) => texts[field] === '')
  if (empty.length > 0) return Object.fromEntries(empty.map((field) => [field, EMPTY[field]]))
  if (texts.newPassword !== texts.confirmPassword) return { confirmPassword: 'New passwords do not match' }
  const problem = await newPasswordProblem(texts.newPassword, owner)
  return problem === null ? {} : { newPassword: problem }
}

/** The title of the error summary; undefined for the default. */
export function summaryTitle(problems: Problems): string | undefined {
  const isIncomplete = changePasswordFields.some((field) => problems[field] === EMPTY[field])
  return isIncomplete ? 'Please fill in all fields' : undefined
}
