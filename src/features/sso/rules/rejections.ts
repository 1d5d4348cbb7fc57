/** Why a sign-in at a provider failed. */
export const ssoRejections = {
  'provider-down': 'We couldn’t reach your firm’s sign-in. Please try again in a moment.',
  'secret-rejected':
    'Your firm’s sign-in doesn’t accept this site at the moment. Please tell a system administrator.',
  'used-or-old': 'This sign-in was used or is too old. Please start again.',
  'not-from-here': 'This sign-in didn’t begin in this browser. Please start again here.',
  rejected: 'Your firm’s sign-in rejected this. Please try again, or ask a system administrator.',
  'not-valid':
    'The answer of your firm’s sign-in could not be verified, so you were not signed in. Please start again.',
  clock:
    'The clocks of this site and your firm’s sign-in differ, so you were not signed in. Please tell a system administrator.',
  deactivated: 'Your account here is deactivated. Ask a system administrator.',
  'not-staff': 'There is no staff account for you here. Ask a system administrator.',
  'no-account': 'There is no staff account for you here. Ask a system administrator.',
  'address-not-vouched':
    'Your firm’s sign-in didn’t confirm your email address, so it can’t be matched to an account here. Ask a system administrator.',
  'already-linked':
    'Your account here is linked to another person at this provider. Ask a system administrator.',
  'linking-not-open': 'Your account here isn’t linked yet. Ask a system administrator to allow linking.',
  'no-role': 'Your firm’s sign-in gives you no role here. Ask a system administrator.',
  'not-fresh':
    'Your firm’s sign-in didn’t ask who you are just now. Please confirm with your password instead.',
  'another-person': 'You signed in there as another person. Please start again.',
} as const

export type SsoRejection = keyof typeof ssoRejections

export function isSsoRejection(text: string): text is SsoRejection {
  return Object.hasOwn(ssoRejections, text)
}
