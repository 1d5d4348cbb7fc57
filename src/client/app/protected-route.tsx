import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { dutyOf, type Duty } from '#domain/authorisation/duties.ts'
import type { Role } from '#domain/users/roles.ts'
import { useSession } from '#client/auth/use-session.ts'
import { PageSpinner } from '#client/shell/page-spinner.tsx'
import { paths, type AppPath } from '#client/shell/paths.ts'
import { accessDenied, sessionProblem } from './problem-pages.ts'

/** Where each duty is done. */
const pageOfDuty = {
  'second-factor': paths.signIn,
  password: paths.changePassword,
  confirmation: paths.confirm,
  enrolment: paths.account,
} as const satisfies Record<Duty, AppPath>

/**
 * Shows its page to those who may see it: a spinner while the user loads, the sign-in page for nobody, the
 * access-denied page for other roles (specification section 2). What a session asks of somebody first, such as
 * choosing a password, is all that they come to.
 */
export function ProtectedRoute({ roles, children }: { roles?: readonly Role[]; children: ReactNode }) {
  const { user, status, error } = useSession()
  const [location] = useLocation()
  if (status === 'loading') return <PageSpinner />
  if (!user && error) return <sessionProblem.Part error={error} />
  if (!user) return <Redirect to={paths.signIn} replace />
  const duty = dutyOf(user)
  if (duty !== null && location !== pageOfDuty[duty]) return <Redirect to={pageOfDuty[duty]} replace />
  if (roles && !roles.includes(user.role)) return <accessDenied.Part role={user.role} required={roles} />
  return children
}
