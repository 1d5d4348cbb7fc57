import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import {
  pendingRequirement,
  type PendingRequirement,
} from '#features/access/rules/authorisation/pending-requirements.ts'
import { homeFor, type Role } from '#features/access/rules/roles.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { tabStorage } from '#base/client/lib/storage.ts'
import { PageSpinner } from '#base/client/ui/page-spinner.tsx'
import { paths, type AppPath } from '#base/client/paths.ts'
import { accessDenied, sessionProblem } from './problem-pages.ts'

/** The page of each pending requirement. */
const pageOfRequirement = {
  'second-factor': paths.signIn,
  password: paths.changePassword,
  confirmation: paths.confirm,
  enrolment: paths.account,
} as const satisfies Record<PendingRequirement, AppPath>

interface ProtectedRouteProps {
  /** Without roles, every signed-in user may open it. */
  roles: readonly Role[] | undefined
  redirectsOthersHome: boolean
  children: ReactNode
}

/**
 * Shows its page to permitted users, else a spinner, the sign-in page, the access-denied page or the user's home
 * (specification section 2). A pending requirement, such as choosing a password, comes first.
 */
export function ProtectedRoute({ roles, redirectsOthersHome, children }: ProtectedRouteProps) {
  const { user, status, error } = useSession()
  const [location] = useLocation()
  if (status === 'loading') return <PageSpinner />
  if (!user && error) return <sessionProblem.Part error={error} />
  if (!user) return <Redirect to={paths.signIn} replace />
  const requirement = pendingRequirement(user)
  if (requirement !== null && !mayOpen(location, requirement))
    return <Redirect to={pageOfRequirement[requirement]} replace />
  if (!roles || roles.includes(user.role)) return children
  if (redirectsOthersHome) return <Redirect to={homeFor(user.role)} replace />
  return <accessDenied.Part role={user.role} required={roles} />
}

/** Before the address is confirmed, the application can be filled in too; a link that was followed comes first. */
function mayOpen(location: string, requirement: PendingRequirement): boolean {
  if (location === pageOfRequirement[requirement]) return true
  if (requirement !== 'confirmation' || location !== paths.home) return false
  return tabStorage.getItem(paths.confirm) === null
}
