/** The same rule as in browsers and on the server (HTML, "valid e-mail address"). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/iu

/** The problem of a required e-mail address, or null. */
export function emailProblem(address: string): string | null {
  const trimmed = address.trim()
  if (trimmed === '') return 'Please enter your email address'
  return EMAIL.test(trimmed) ? null : 'Valid email is required'
}
