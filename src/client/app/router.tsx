import { Suspense, type ComponentType } from 'react'
import { Redirect, useLocation } from 'wouter'
import { homeFor } from '#domain/users/roles.ts'
import { cachedPart } from '#client/auth/cached-part.ts'
import { SignInPage } from '#client/auth/sign-in-page.tsx'
import { useSession } from '#client/auth/use-session.ts'
import { useFetchingAhead, type FetchedAhead } from './fetch-ahead.ts'
import { PageSpinner } from '#client/shell/page-spinner.tsx'
import { pathAt, paths, type AppPath } from '#client/shell/paths.ts'
import { ProtectedRoute } from './protected-route.tsx'

const wizard = cachedPart(async () => {
  const { WizardPage, fetchSteps } = await import('#client/applications/wizard/shell/wizard-page.tsx')
  fetchSteps()
  return WizardPage
})
const resetPassword = cachedPart(
  async () => (await import('#client/auth/reset-password-page.tsx')).ResetPasswordPage,
)
const changePassword = cachedPart(
  async () => (await import('#client/auth/change-password-page.tsx')).ChangePasswordPage,
)
const confirmAddress = cachedPart(
  async () => (await import('#client/auth/confirm-address-page.tsx')).ConfirmAddressPage,
)
const newAddress = cachedPart(async () => (await import('#client/auth/new-address-page.tsx')).NewAddressPage)
const keepAddress = cachedPart(
  async () => (await import('#client/auth/keep-address-page.tsx')).KeepAddressPage,
)
const account = cachedPart(async () => (await import('#client/account/account-page.tsx')).AccountPage)
const adminDashboard = cachedPart(
  async () => (await import('#client/desk/admin-dashboard-page.tsx')).AdminDashboardPage,
)
const annualReviews = cachedPart(
  async () => (await import('#client/annual-reviews/annual-reviews-page.tsx')).AnnualReviewsPage,
)
const outbox = cachedPart(async () => (await import('#client/outbox/outbox-page.tsx')).OutboxPage)
const managerDashboard = cachedPart(
  async () => (await import('#client/desk/manager-dashboard-page.tsx')).ManagerDashboardPage,
)
const adminReview = cachedPart(
  async () => (await import('#client/desk/review/review-page.tsx')).AdminReviewPage,
)
const managerReview = cachedPart(
  async () => (await import('#client/desk/review/review-page.tsx')).ManagerReviewPage,
)
const figures = cachedPart(async () => (await import('#client/desk/figures/figures-page.tsx')).FiguresPage)
const systemAdmin = cachedPart(async () => {
  const { SystemAdminPage, fetchFirstTab } = await import('#client/system-admin/system-admin-page.tsx')
  fetchFirstTab()
  return SystemAdminPage
})
const security = cachedPart(async () => (await import('#client/security/security-page.tsx')).SecurityPage)
const notFound = cachedPart(async () => (await import('#client/shell/not-found-page.tsx')).NotFoundPage)
const verify = cachedPart(async () => (await import('#client/signing/verify-page.tsx')).VerifyPage)

/** A client sees the wizard; staff go to their own home. */
function Home() {
  const { user } = useSession()
  const home = user ? homeFor(user.role) : paths.signIn
  return home === paths.home ? <wizard.Part /> : <Redirect to={home} replace />
}

type AppRoute = FetchedAhead & { page: ComponentType }

/** Every address and its page (specification section 2, "Route table", and section 6). */
const routes: Record<AppPath, AppRoute> = {
  [paths.home]: { page: Home, access: 'signedIn', later: wizard, neededBy: ['client'] },
  [paths.signIn]: { page: SignInPage, access: 'anyone' },
  [paths.resetPassword]: { page: resetPassword.Part, access: 'anyone', later: resetPassword },
  [paths.changePassword]: { page: changePassword.Part, access: 'signedIn', later: changePassword },
  [paths.confirm]: { page: confirmAddress.Part, access: 'anyone' },
  [paths.newAddress]: { page: newAddress.Part, access: 'anyone' },
  [paths.keepAddress]: { page: keepAddress.Part, access: 'anyone' },
  [paths.account]: { page: account.Part, access: 'signedIn', later: account },
  [paths.admin]: { page: adminDashboard.Part, access: ['admin'], later: adminDashboard },
  [paths.adminReview]: { page: adminReview.Part, access: ['admin'], later: adminReview },
  [paths.annualReviews]: { page: annualReviews.Part, access: ['admin'], later: annualReviews },
  [paths.security]: { page: security.Part, access: ['admin'], later: security },
  [paths.outbox]: { page: outbox.Part, access: ['admin'], later: outbox },
  [paths.wealthManager]: {
    page: managerDashboard.Part,
    access: ['wealth_manager'],
    later: managerDashboard,
  },
  [paths.managerReview]: { page: managerReview.Part, access: ['wealth_manager'], later: managerReview },
  [paths.ownAnnualReviews]: {
    page: annualReviews.Part,
    access: ['wealth_manager'],
    later: annualReviews,
  },
  [paths.figures]: { page: figures.Part, access: ['admin', 'wealth_manager'], later: figures },
  [paths.verify]: { page: verify.Part, access: 'anyone' },
  [paths.systemAdmin]: { page: systemAdmin.Part, access: ['system_administrator'], later: systemAdmin },
}

/** Shows the page of the address; any other address is not found. */
export function AppRouter() {
  const [location] = useLocation()
  const { user, signIn } = useSession()
  const path = pathAt(location)
  useFetchingAhead(routes, path, user?.role, signIn.isPending)
  return (
    <Suspense fallback={<PageSpinner />}>
      {path === undefined ? <notFound.Part /> : <Routed key={path} {...routes[path]} />}
    </Suspense>
  )
}

function Routed({ page: Page, access }: AppRoute) {
  if (access === 'anyone') return <Page />
  return (
    <ProtectedRoute roles={access === 'signedIn' ? undefined : access}>
      <Page />
    </ProtectedRoute>
  )
}
