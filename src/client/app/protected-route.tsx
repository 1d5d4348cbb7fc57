import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { pendingRequirement, type PendingRequirement } from '#domain/authorisation/pending-requirements.ts'
import { homeFor, type Role } from '#domain/users/roles.ts'
import { useSession } from '#client/features/auth/use-session.ts'
import { PageSpinner } from '#client/shared/shell/page-spinner.tsx'
import { paths, type AppPath } from '#client/shared/shell/paths.ts'
import { accessDenied, sessionProblem } from './problem-pages.ts'

/** Where each duty is done. */
const pageOfDuty = {
  'second-factor': paths.signIn,
  password: paths.changePassword,
  confirmation: paths.confirm,
  enrolment: paths.account,
} as const satisfies Record<PendingRequirement, AppPath>

interface ProtectedRouteProps {
  /** Without roles, every signed-in user is permitted. */
  roles: readonly Role[] | undefined
  redirectsOthersHome: boolean
  children: ReactNode
}

/**
 * Shows its page to permitted users: a spinner while the user loads, the sign-in page without a user, the
 * access-denied page or their own home for other roles (specification section 2). A pending requirement of the
 * session, such as choosing a password, comes before every other page.
 */
export function ProtectedRoute({ roles, redirectsOthersHome, children }: ProtectedRouteProps) {
  const { user, status, error } = useSession()
  const [location] = useLocation()
  if (status === 'loading') return <PageSpinner />
  if (!user && error) return <sessionProblem.Part error={error} />
  if (!user) return <Redirect to={paths.signIn} replace />
  const duty = pendingRequirement(user)
  if (duty !== null && location !== pageOfDuty[duty]) return <Redirect to={pageOfDuty[duty]} replace />
  if (!roles || roles.includes(user.role)) return children
  if (redirectsOthersHome) return <Redirect to={homeFor(user.role)} replace />
  return <accessDenied.Part role={user.role} required={roles} />
}
