/** As browsers and the server judge it (HTML, "valid e-mail address"), so that nothing is found wrong later. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/iu

/** What is wrong with an e-mail address that has to be there, or null. */
export function emailProblem(address: string): string | null {
  const trimmed = address.trim()
  if (trimmed === '') return 'Please enter your email address'
  return EMAIL.test(trimmed) ? null : 'Valid email is required'
}
