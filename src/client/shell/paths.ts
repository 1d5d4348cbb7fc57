/**
 * Every page of the application (specification section 2, "Route table"), a manager's review, and everybody's account.
 * Links go through here.
 */
export const paths = {
  home: '/',
  signIn: '/auth',
  resetPassword: '/reset-password',
  changePassword: '/change-password',
  confirm: '/confirm',
  newAddress: '/new-address',
  keepAddress: '/keep-address',
  account: '/account',
  admin: '/admin',
  adminReview: '/admin/review',
  annualReviews: '/admin/annual-reviews',
  outbox: '/admin/outbox',
  security: '/admin/security',
  wealthManager: '/wealth-manager',
  managerReview: '/wealth-manager/review',
  ownAnnualReviews: '/wealth-manager/annual-reviews',
  figures: '/figures',
  systemAdmin: '/system-admin',
  verify: '/verify',
} as const

export type AppPath = (typeof paths)[keyof typeof paths]

/** The page that an address names, with or without a slash at its end; undefined for any other address. */
export function pathAt(location: string): AppPath | undefined {
  const plain = location.length > 1 && location.endsWith('/') ? location.slice(0, -1) : location
  return Object.values(paths).find((path) => path === plain)
}

/** The address that writes to support, with a subject. */
export function supportMail(supportEmail: string, subject: string): string {
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`
}
