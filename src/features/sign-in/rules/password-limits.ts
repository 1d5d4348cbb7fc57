/** Minimum length of a new password (specification section 9). */
export const PASSWORD_MIN_LENGTH = 12
/** Maximum length of a new password (decisions, "Password policy"). */
export const PASSWORD_MAX_LENGTH = 128

/** Hint below the field for a new password (specification section 5, "Change password"). */
export const PASSWORD_HINT =
  `At least ${PASSWORD_MIN_LENGTH} characters. ` +
  'A few unrelated words make a strong password. Uppercase and lowercase letters, numbers and special characters help too.'

/** Password length in code points. */
export function passwordLength(password: string): number {
  return [...password].length
}

/** Length problem of a new password, or null (specification section 5; decisions, "Password policy"). */
export function lengthProblem(password: string): string | null {
  const length = passwordLength(password)
  if (length < PASSWORD_MIN_LENGTH)
    return `New password must be at least ${PASSWORD_MIN_LENGTH} characters long`
  if (length > PASSWORD_MAX_LENGTH)
    return `New password must be at most ${PASSWORD_MAX_LENGTH} characters long`
  return null
}
