/** For how long an account that registered waits for its address to be confirmed, in milliseconds. */
export const CONFIRMED_WITHIN_MS = 72 * 60 * 60_000

/**
 * Where the link leads to that confirms an address, as a path of this site. What follows the sign stays in the browser:
 * no log, proxy or other site ever reads it.
 */
export function confirmationPath(token: string): string {
  return `/confirm#${token}`
}
