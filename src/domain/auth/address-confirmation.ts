import { withFragment } from './sign-in-path.ts'

/** For how long an account that registered waits for its address to be confirmed, in milliseconds. */
export const CONFIRMED_WITHIN_MS = 72 * 60 * 60_000

/** Path of the page that confirms an address, with the code in its fragment where one is given. */
export function confirmationPath(token?: string): string {
  return withFragment('/confirm', token)
}
