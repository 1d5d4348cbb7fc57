import { isBuiltOn } from './built-on-name.ts'
import { commonPasswords } from './common-passwords.ts'
import { isCommon } from './commonness.ts'
import { lengthProblem } from './password-limits.ts'

export { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './password-limits.ts'

/** Names that a password must not be based on. */
export interface PasswordOwner {
  username: string
  firmName: string
}

const COMMON = 'This password is too easy to guess. Please choose another'
const FROM_USERNAME = 'Please choose a password that is not based on your email address'
const FROM_FIRM = 'Please choose a password that is not based on the firm’s name'

/** The whole username, and the part before the @, which is often a name. */
function isBuiltOnUsername(password: string, username: string): boolean {
  const [localPart = ''] = username.split('@')
  return isBuiltOn(password, localPart) || isBuiltOn(password, username)
}

/**
 * Why a new password is rejected, as a message for the user; null if it is accepted. Only guessable passwords are
 * rejected; there are no character rules (decisions, "Password policy"). This module contains the common password list:
 * pages load it with `import()`.
 */
export function passwordProblem(password: string, { username, firmName }: PasswordOwner): string | null {
  const problem = lengthProblem(password)
  if (problem !== null) return problem
  if (isBuiltOnUsername(password, username)) return FROM_USERNAME
  if (isBuiltOn(password, firmName)) return FROM_FIRM
  return isCommon(password, (text) => commonPasswords().has(text)) ? COMMON : null
}
