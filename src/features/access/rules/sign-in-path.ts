/**
 * A path with a value in its fragment, which browsers never send: no log, proxy or other site sees it.
 *
 * @param value added only if given
 */
export function withFragment(path: string, value?: string): string {
  return value === undefined ? path : `${path}#${encodeURIComponent(value)}`
}

/** Path of the sign-in page, with an email address prefilled. */
export function signInPath(email: string): string {
  return withFragment('/auth', email)
}
