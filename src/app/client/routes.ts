import type { ComponentType } from 'react'
import { cachedPart } from '#features/access/client/cached-part.ts'
import { SignInPage } from '#features/sign-in/client/sign-in-page.tsx'
import type { LazyPart } from '#base/client/lib/lazy-part.tsx'
import type { Page } from '#features/brand/client/shell/pages.ts'
import { paths, plainPath } from '#base/client/paths.ts'
import { systemTabs } from '#app/client/system-admin/system-tabs.ts'

/** A page and its code: part of the first script, or loaded later. */
type Row = Page & {
  /** Other roles are redirected to their own home instead of being denied access. */
  redirectsOthersHome?: boolean
} & ({ page: ComponentType } | { load: () => Promise<ComponentType> })

/**
 * Every page (specification section 2, "Route table", and section 6): address, permitted roles, code, and entries in
 * the navigation and command palette, in display order. A new page takes one row.
 */
const rows: readonly Row[] = [
  {
    path: paths.home,
    access: ['client'],
    redirectsOthersHome: true,
    load: async () => {
      const { WizardPage, fetchSteps } = await import('#features/wizard/client/shell/wizard-page.tsx')
      fetchSteps()
      return WizardPage
    },
  },
  {
    path: paths.pack,
    access: ['client'],
    load: async () => (await import('#features/due-diligence/client/pack/pack-page.tsx')).PackPage,
  },
  { path: paths.signIn, access: 'anyone', page: SignInPage },
  {
    path: paths.welcome,
    access: 'anyone',
    load: async () => (await import('#features/sign-in/client/welcome-page.tsx')).WelcomePage,
  },
  {
    path: paths.linkAccount,
    access: 'anyone',
    load: async () => (await import('#features/sso/client/sign-in/link-page.tsx')).LinkPage,
  },
  {
    path: paths.resetPassword,
    access: 'anyone',
    load: async () => (await import('#features/sign-in/client/reset-password-page.tsx')).ResetPasswordPage,
  },
  {
    path: paths.confirm,
    access: 'anyone',
    load: async () => (await import('#features/sign-in/client/confirm-address-page.tsx')).ConfirmAddressPage,
  },
  {
    path: paths.newAddress,
    access: 'anyone',
    load: async () => (await import('#features/sign-in/client/new-address-page.tsx')).NewAddressPage,
  },
  {
    path: paths.keepAddress,
    access: 'anyone',
    load: async () => (await import('#features/sign-in/client/keep-address-page.tsx')).KeepAddressPage,
  },
  {
    path: paths.phone,
    access: 'anyone',
    load: async () => (await import('#features/documents/client/phone/phone-page.tsx')).PhonePage,
  },
  {
    path: paths.account,
    access: 'signedIn',
    palette: [{ label: 'Account', also: 'sessions second factor holiday away stand-in notifications phone' }],
    load: async () => (await import('#features/accounts/client/own/account-page.tsx')).AccountPage,
  },
  {
    path: paths.changePassword,
    access: 'signedIn',
    palette: [{ label: 'Change Password' }],
    load: async () => (await import('#features/sign-in/client/change-password-page.tsx')).ChangePasswordPage,
  },
  {
    path: paths.today,
    access: ['admin', 'wealth_manager'],
    nav: 'Today',
    palette: [{ label: 'Today', also: 'to do work notifications inbox' }],
    load: async () => (await import('#features/today/client/today-page.tsx')).TodayPage,
  },
  {
    path: paths.admin,
    access: ['admin'],
    nav: 'Applications',
    palette: [
      { label: 'All Applications', also: 'clients list' },
      { label: 'New Client Invitation', search: '?invite=new', also: 'invite create user' },
    ],
    load: async () => (await import('#features/review/client/admin-dashboard-page.tsx')).AdminDashboardPage,
  },
  {
    path: paths.adminReview,
    access: ['admin'],
    load: async () => (await import('#features/review-page/client/review-page.tsx')).AdminReviewPage,
  },
  {
    path: paths.wealthManager,
    access: ['wealth_manager'],
    nav: 'Your Clients',
    palette: [
      { label: 'All Clients', also: 'applications list' },
      { label: 'Invite New Client', search: '?invite=new', also: 'invitation' },
    ],
    load: async () =>
      (await import('#features/review/client/manager-dashboard-page.tsx')).ManagerDashboardPage,
  },
  {
    path: paths.managerReview,
    access: ['wealth_manager'],
    load: async () => (await import('#features/review-page/client/review-page.tsx')).ManagerReviewPage,
  },
  {
    path: paths.annualReviews,
    access: ['admin'],
    nav: 'Annual Reviews',
    palette: [{ label: 'Annual Reviews' }],
    load: async () =>
      (await import('#features/annual-reviews/client/annual-reviews-page.tsx')).AnnualReviewsPage,
  },
  {
    path: paths.ownAnnualReviews,
    access: ['wealth_manager'],
    nav: 'Annual Reviews',
    palette: [{ label: 'Annual Reviews' }],
    load: async () =>
      (await import('#features/annual-reviews/client/annual-reviews-page.tsx')).AnnualReviewsPage,
  },
  {
    path: paths.compliance,
    access: ['admin'],
    nav: 'Compliance',
    palette: [{ label: 'Compliance', also: 'approvals requests senior manager FICA' }],
    isOffered: ({ ficaPack }) => ficaPack,
    load: async () => (await import('#features/compliance-file/client/compliance-page.tsx')).CompliancePage,
  },
  {
    path: paths.figures,
    access: ['admin', 'wealth_manager'],
    nav: 'Reports',
    palette: [
      { label: 'Reports', also: 'turnaround times figures statistics months managers drafts corrections' },
    ],
    load: async () => (await import('#features/review/client/figures/figures-page.tsx')).FiguresPage,
  },
  {
    path: paths.firm,
    access: ['admin'],
    nav: 'Firm',
    load: async () => (await import('#features/firm/client/firm-index-page.tsx')).FirmIndexPage,
  },
  {
    path: paths.letters,
    access: ['admin', 'system_administrator'],
    firm: 'FAIS letter',
    palette: [{ label: 'FAIS letter', also: 'disclosure letters template representatives licence' }],
    load: async () => (await import('#features/signing/client/letters/letters-page.tsx')).LettersPage,
  },
  {
    path: '/admin/wording',
    access: ['admin'],
    firm: 'Email wording',
    palette: [{ label: 'Email wording', also: 'mails templates text' }],
    load: async () => (await import('#features/firm/client/wording-page.tsx')).WordingPage,
  },
  {
    path: paths.imports,
    access: ['admin'],
    firm: 'Import clients',
    palette: [{ label: 'Imports', also: 'clients spreadsheet excel csv move migrate' }],
    load: async () => (await import('#features/imports/client/imports-page.tsx')).ImportsPage,
  },
  {
    path: paths.away,
    access: ['admin'],
    firm: 'Wealth managers away',
    palette: [{ label: 'Wealth managers away', also: 'holiday ill sick absent stand-in hand over' }],
    load: async () => (await import('#features/accounts/client/away/away-page.tsx')).AwayPage,
  },
  {
    path: paths.sanctionsLists,
    access: ['admin', 'system_administrator'],
    firm: 'Sanctions lists',
    palette: [{ label: 'Sanctions lists', also: 'screening UN OFAC compliance' }],
    isOffered: ({ ficaPack }) => ficaPack,
    load: async () => (await import('#features/screening/client/lists/lists-page.tsx')).ListsPage,
  },
  {
    path: paths.riskModel,
    access: ['admin'],
    firm: 'Risk rating',
    palette: [{ label: 'Risk Model', also: 'rating points countries FICA' }],
    isOffered: ({ ficaPack }) => ficaPack,
    load: async () =>
      (await import('#features/due-diligence/client/risk-model/risk-model-page.tsx')).RiskModelPage,
  },
  {
    path: '/admin/security',
    access: ['admin'],
    firm: 'Security',
    palette: [{ label: 'Security', also: 'suspicious addresses sign-ins audit log who has seen' }],
    load: async () => (await import('#features/operations/client/security/security-page.tsx')).SecurityPage,
  },
  {
    path: '/admin/outbox',
    access: ['admin'],
    firm: 'Outbox',
    palette: [{ label: 'Outbox', also: 'mails emails' }],
    isOffered: ({ showsOutbox }) => showsOutbox,
    load: async () => (await import('#features/mail/client/outbox/outbox-page.tsx')).OutboxPage,
  },
  {
    path: paths.systemAdmin,
    access: ['system_administrator'],
    palette: systemTabs.map(({ name, label, also }, index) => ({
      label,
      also,
      search: index === 0 ? '' : `?tab=${name}`,
    })),
    load: async () => {
      const { SystemAdminPage, fetchFirstTab } =
        await import('#app/client/system-admin/system-admin-page.tsx')
      fetchFirstTab()
      return SystemAdminPage
    },
  },
  {
    path: paths.setup,
    access: ['system_administrator'],
    load: async () => (await import('#features/firm/client/setup-page.tsx')).SetupPage,
  },
  {
    path: '/verify',
    access: 'anyone',
    load: async () => (await import('#features/signing/client/verify-page.tsx')).VerifyPage,
  },
]

/** A row whose code can be prefetched. */
export type Route = Row & { part?: LazyPart; page: ComponentType }

/** The route table. */
export const routes: readonly Route[] = rows.map((row) => {
  if ('page' in row) return row
  const part = cachedPart(row.load)
  return { ...row, part, page: part.Part }
})

/** The route of an address, with or without a trailing slash; undefined for an unknown address. */
export function routeAt(location: string): Route | undefined {
  const path = plainPath(location)
  return routes.find((route) => route.path === path)
}
