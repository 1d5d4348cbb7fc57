import { Suspense, useEffect, type ComponentType } from 'react'
import { Redirect, useLocation } from 'wouter'
import { homeFor, type Role } from '#domain/users/roles.ts'
import { SignInPage } from '#client/auth/sign-in-page.tsx'
import { useSession } from '#client/auth/use-session.ts'
import { lazyPage, whenIdle, type LazyPage } from './lazy-page.tsx'
import { PageSpinner } from './page-spinner.tsx'
import { pathAt, paths, type AppPath } from './paths.ts'
import { ProtectedRoute } from './protected-route.tsx'

const wizard = lazyPage(async () => (await import('#client/applications/wizard/wizard-page.tsx')).WizardPage)
const resetPassword = lazyPage(
  async () => (await import('#client/auth/reset-password-page.tsx')).ResetPasswordPage,
)
const changePassword = lazyPage(
  async () => (await import('#client/auth/change-password-page.tsx')).ChangePasswordPage,
)
const staffHome = lazyPage(async () => (await import('./staff-home-page.tsx')).StaffHomePage)
const notFound = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage)

/** A client sees the wizard; staff go to their own home. */
function Home() {
  const { user } = useSession()
  const home = user ? homeFor(user.role) : paths.signIn
  return home === paths.home ? <wizard.Page /> : <Redirect to={home} replace />
}

type AppRoute = {
  page: ComponentType
  /** Everyone, whoever is signed in, or certain roles. */
  access: 'anyone' | 'signedIn' | readonly Role[]
  /** Code that the page needs and that is not here yet. */
  later?: LazyPage
}

/** Every address and its page (specification section 2, "Route table", and section 6). */
const routes: Record<AppPath, AppRoute> = {
  [paths.home]: { page: Home, access: 'signedIn', later: wizard },
  [paths.signIn]: { page: SignInPage, access: 'anyone' },
  [paths.resetPassword]: { page: resetPassword.Page, access: 'anyone', later: resetPassword },
  [paths.changePassword]: { page: changePassword.Page, access: 'signedIn', later: changePassword },
  [paths.admin]: { page: staffHome.Page, access: ['admin'], later: staffHome },
  [paths.annualReviews]: { page: staffHome.Page, access: ['admin'], later: staffHome },
  [paths.security]: { page: staffHome.Page, access: ['admin'], later: staffHome },
  [paths.wealthManager]: { page: staffHome.Page, access: ['wealth_manager'], later: staffHome },
  [paths.systemAdmin]: { page: staffHome.Page, access: ['system_administrator'], later: staffHome },
}

/** Shows the page of the address; any other address is not found. */
export function AppRouter() {
  const [location] = useLocation()
  const path = pathAt(location)
  useFetchingAhead(path)
  return (
    <Suspense fallback={<PageSpinner />}>
      {path === undefined ? <notFound.Page /> : <Routed key={path} {...routes[path]} />}
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

/** The page that the address asks for, at once, while the server is asked who is there; the others in a quiet moment. */
function useFetchingAhead(path: AppPath | undefined) {
  useEffect(() => {
    if (path !== undefined) routes[path].later?.preload()
  }, [path])
  useEffect(
    () =>
      whenIdle(() => {
        for (const { later } of Object.values(routes)) later?.preload()
      }),
    [],
  )
}
