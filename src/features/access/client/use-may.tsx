import type { ReactElement } from 'react'
import { scopeFor } from '#features/access/rules/authorisation/decide.ts'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'
import { useSession } from './use-session.ts'

/** Whether the signed-in user may do something at all. The server decides. */
export function useMay(action: Action): boolean {
  const { user } = useSession()
  return user !== null && scopeFor(user, action) !== 'none'
}

/** Shows its children only to users who may do this. */
export function Allowed({ to, children }: { to: Action; children: ReactElement }) {
  return useMay(to) ? children : null
}
