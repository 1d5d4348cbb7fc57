import { withFragment } from '#features/access/rules/sign-in-path.ts'

/** How long a registration can be confirmed, in milliseconds. */
export const CONFIRMED_WITHIN_MS = 72 * 60 * 60_000

/** Path of the page that confirms an address, with the code in its fragment. */
export function confirmationPath(token?: string): string {
  return withFragment('/confirm', token)
}
