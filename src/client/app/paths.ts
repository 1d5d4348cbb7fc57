/** Every page of the application (specification section 2, "Route table"). Links go through here. */
export const paths = {
  home: '/',
  signIn: '/auth',
  resetPassword: '/reset-password',
  changePassword: '/change-password',
  admin: '/admin',
  annualReviews: '/admin/annual-reviews',
  security: '/admin/security',
  wealthManager: '/wealth-manager',
  systemAdmin: '/system-admin',
} as const

export type AppPath = (typeof paths)[keyof typeof paths]

/** The address that writes to support, with a subject. */
export function supportMail(supportEmail: string, subject: string): string {
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`
}
