import { lengthProblem } from '#domain/auth/password-limits.ts'
import type { PasswordOwner } from '#domain/auth/password-policy.ts'

/** The policy brings the list of common passwords: a chunk of its own, fetched while one types. */
export const loadPasswordPolicy = () => import('#domain/auth/password-policy.ts')

/** Why a new password is refused, or null. Where the policy cannot be fetched the server alone decides. */
export async function newPasswordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const policy = await loadPasswordPolicy().catch(() => null)
  return policy === null ? lengthProblem(password) : policy.passwordProblem(password, owner)
}

/** The fields of a change of password, in their order. */
export const changePasswordFields = ['currentPassword', 'newPassword', 'confirmPassword'] as const
/** The same after signing in with a temporary password, which is not asked for again. */
export const firstPasswordFields = ['newPassword', 'confirmPassword'] as const
type Field = (typeof changePasswordFields)[number]
type Problems = Partial<Record<Field, string>>
/** What was typed; no current password where none is asked for. */
type Texts = Record<(typeof firstPasswordFields)[number], string> & { currentPassword?: string }

const EMPTY: Record<Field, string> = {
  currentPassword: 'Please enter your current password',
  newPassword: 'Please enter a new password',
  confirmPassword: 'Please enter the new password again',
}

/**
 * What is wrong with a change of password before it is sent: first what is missing, then whether the new one was
 * typed twice alike, then what the policy says (specification section 5, "Change password").
 */
export async function checkChange(texts: Texts, owner: PasswordOwner): Promise<Problems> {
  const empty = changePasswordFields.filter((field) => texts[field] === '')
  if (empty.length > 0) return Object.fromEntries(empty.map((field) => [field, EMPTY[field]]))
  if (texts.newPassword !== texts.confirmPassword) return { confirmPassword: 'New passwords do not match' }
  const problem = await newPasswordProblem(texts.newPassword, owner)
  return problem === null ? {} : { newPassword: problem }
}

/** What stands above the list of problems; undefined for the usual words. */
export function summaryTitle(problems: Problems): string | undefined {
  const isIncomplete = changePasswordFields.some((field) => problems[field] === EMPTY[field])
  return isIncomplete ? 'Please fill in all fields' : undefined
}
