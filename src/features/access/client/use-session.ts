import { createContext, useContext } from 'react'
import type { SessionUser } from '#features/access/api/auth.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import type { KnownSession } from './session.ts'
import type { AsyncAction } from '#base/client/form/use-async-action.ts'

/** The user and the calls that change the session. Each shows toasts of its result. */
export interface Session extends Omit<KnownSession, 'user'> {
  /** Null while loading and when signed out. */
  user: SessionUser | null
  status: 'loading' | 'ready'
  /** Reloads the session. */
  retry: () => void
  signIn: AsyncAction<BodyOf<'POST /api/login'>, SessionUser>
  register: AsyncAction<BodyOf<'POST /api/register'>, SessionUser>
  signOut: AsyncAction<void, void>
}

export const SessionContext = createContext<Session | null>(null)

/**
 * The session of this browser.
 *
 * @throws Error outside of a SessionProvider (specification section 8)
 */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession must be used within a SessionProvider')
  return session
}
