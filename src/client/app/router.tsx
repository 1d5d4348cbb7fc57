import { Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { homeFor, type Role } from '#domain/users/roles.ts'
import { SignInPage } from '#client/auth/sign-in-page.tsx'
import { useSession } from '#client/auth/use-session.ts'
import { lazyPage, whenIdle, type LazyPage } from './lazy-page.tsx'
import { PageSpinner } from './page-spinner.tsx'
import { paths, type AppPath } from './paths.ts'
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

const laterPages = [wizard, changePassword, resetPassword, staffHome]

const pageAt = new Map<string, LazyPage>([
  [paths.home, wizard],
  [paths.changePassword, changePassword],
  [paths.resetPassword, resetPassword],
])

/** The pages of staff, and who may see each (specification section 6). */
const staffRoutes = [
  { path: paths.admin, roles: ['admin'], page: staffHome },
  { path: paths.annualReviews, roles: ['admin'], page: staffHome },
  { path: paths.security, roles: ['admin'], page: staffHome },
  { path: paths.wealthManager, roles: ['wealth_manager'], page: staffHome },
  { path: paths.systemAdmin, roles: ['system_administrator'], page: staffHome },
] as const satisfies readonly { path: AppPath; roles: readonly Role[]; page: unknown }[]

/** Every address and its page (specification section 2, "Route table"). */
export function AppRouter() {
  useFetchingAhead()
  return (
    <Suspense fallback={<PageSpinner />}>
      <Switch>
        <Route path={paths.home}>
          <ProtectedRoute>
            <Home />
          </ProtectedRoute>
        </Route>
        <Route path={paths.signIn} component={SignInPage} />
        <Route path={paths.resetPassword} component={resetPassword.Page} />
        <Route path={paths.changePassword}>
          <ProtectedRoute>
            <changePassword.Page />
          </ProtectedRoute>
        </Route>
        {staffRoutes.map(({ path, roles, page }) => (
          <Route key={path} path={path}>
            <ProtectedRoute roles={roles}>
              <page.Page />
            </ProtectedRoute>
          </Route>
        ))}
        <Route component={notFound.Page} />
      </Switch>
    </Suspense>
  )
}

/** The page that the address asks for, at once, while the server is asked who is there; the others in a quiet moment. */
function useFetchingAhead() {
  const [location] = useLocation()
  useEffect(() => pageAt.get(location)?.preload(), [location])
  useEffect(
    () =>
      whenIdle(() => {
        for (const page of laterPages) page.preload()
      }),
    [],
  )
}

/** A client sees the wizard; staff go to their own home. */
function Home() {
  const { user } = useSession()
  const home = user ? homeFor(user.role) : paths.signIn
  return home === paths.home ? <wizard.Page /> : <Redirect to={home} replace />
}
