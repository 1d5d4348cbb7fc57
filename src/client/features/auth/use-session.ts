import { createContext, useContext } from 'react'
import type { SessionUser } from '#domain/api/auth.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { KnownSession } from './session.ts'
import type { Doing } from './use-doing.ts'

/** Who is signed in, and what changes that. Each notifies of its success and failure by itself. */
export interface Session extends Omit<KnownSession, 'user'> {
  /** Null while loading, and for nobody. */
  user: SessionUser | null
  status: 'loading' | 'ready'
  /** Asks again who is signed in. */
  retry: () => void
  signIn: Doing<BodyOf<'POST /api/login'>, SessionUser>
  register: Doing<BodyOf<'POST /api/register'>, SessionUser>
  signOut: Doing<void, void>
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
