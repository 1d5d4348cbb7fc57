import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { Role } from '#domain/users/roles.ts'
import { useSession } from '#client/auth/use-session.ts'
import { PageSpinner } from './page-spinner.tsx'
import { paths } from './paths.ts'
import { accessDenied, sessionProblem } from './problem-pages.ts'

/**
 * Shows its page to those who may see it: a spinner while the user loads, the sign-in page for nobody, the
 * access-denied page for other roles (specification section 2). Who signed in with a temporary password first
 * chooses one of their own.
 */
export function ProtectedRoute({ roles, children }: { roles?: readonly Role[]; children: ReactNode }) {
  const { user, status, error } = useSession()
  const [location] = useLocation()
  if (status === 'loading') return <PageSpinner />
  if (!user && error) return <sessionProblem.Part error={error} />
  if (!user) return <Redirect to={paths.signIn} replace />
  if (user.mustChangePassword && location !== paths.changePassword) {
    return <Redirect to={paths.changePassword} replace />
  }
  if (roles && !roles.includes(user.role)) return <accessDenied.Part role={user.role} required={roles} />
  return children
}
