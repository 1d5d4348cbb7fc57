import { isBuiltOn } from './built-on-name.ts'
import { commonPasswords } from './common-passwords.ts'
import { isCommon } from './commonness.ts'
import { lengthProblem } from './password-limits.ts'

export { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './password-limits.ts'

/** What a password must not be built on. */
export interface PasswordOwner {
  username: string
  firmName: string
}

const COMMON =
  'This password is one of the first that people guess: a very common one, or one with a little added. Please choose another'
const FROM_USERNAME = 'Please choose a password that is not based on your email address'
const FROM_FIRM = 'Please choose a password that is not based on the name of the firm'

/** The username as a whole, and the part before the @, which people use as their name. */
function isBuiltOnUsername(password: string, username: string): boolean {
  const [localPart = ''] = username.split('@')
  return isBuiltOn(password, localPart) || isBuiltOn(password, username)
}

/**
 * Why a new password is refused, in words for the one who chose it; null where it is not. What is refused is what
 * gets guessed; there are no rules about which characters it has (decisions, "Password policy").
 *
 * This file brings the list of common passwords along: pages load it when they need it, with `import()`.
 */
export function passwordProblem(password: string, { username, firmName }: PasswordOwner): string | null {
  const problem = lengthProblem(password)
  if (problem !== null) return problem
  if (isBuiltOnUsername(password, username)) return FROM_USERNAME
  if (isBuiltOn(password, firmName)) return FROM_FIRM
  return isCommon(password, (text) => commonPasswords().has(text)) ? COMMON : null
}
