/**
 * A path with a value in its fragment, which stays in the browser: no log, proxy or other site ever reads it.
 *
 * @param value nothing is added where it is missing
 */
export function withFragment(path: string, value?: string): string {
  return value === undefined ? path : `${path}#${encodeURIComponent(value)}`
}

/** Path of the sign-in page, with an email address to fill in. */
export function signInPath(email: string): string {
  return withFragment('/auth', email)
}
