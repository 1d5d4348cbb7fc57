/** Addresses that code links or redirects to. Every page has its row in `app/routes.ts`. */
export const paths = {
  home: '/',
  /** The client's due diligence tasks. */
  pack: '/pack',
  signIn: '/auth',
  welcome: '/welcome',
  /** Links an account to a sign-in at a provider. */
  linkAccount: '/auth/link',
  resetPassword: '/reset-password',
  changePassword: '/change-password',
  confirm: '/confirm',
  newAddress: '/new-address',
  keepAddress: '/keep-address',
  phone: '/phone',
  account: '/account',
  /** What there is to do. */
  today: '/today',
  admin: '/admin',
  adminReview: '/admin/review',
  imports: '/admin/imports',
  away: '/admin/away',
  security: '/admin/security',
  annualReviews: '/admin/annual-reviews',
  compliance: '/admin/compliance',
  riskModel: '/admin/risk-model',
  sanctionsLists: '/sanctions-lists',
  wealthManager: '/wealth-manager',
  managerReview: '/wealth-manager/review',
  ownAnnualReviews: '/wealth-manager/annual-reviews',
  figures: '/figures',
  systemAdmin: '/system-admin',
  setup: '/setup',
  letters: '/letters',
  /** The index of what admins set up; sections stand beside it where there is room. */
  firm: '/firm',
} as const

export type AppPath = (typeof paths)[keyof typeof paths]

/** An address without its trailing slash. */
export function plainPath(location: string): string {
  return location.length > 1 && location.endsWith('/') ? location.slice(0, -1) : location
}

/** A mailto link to support, with a subject. */
export function supportMail(supportEmail: string, subject: string): string {
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`
}
