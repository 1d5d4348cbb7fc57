import type { UseMutationResult } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { SessionUser } from '#domain/api/auth.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { ApiError } from '#client/lib/api.ts'

type Doing<Input, Result> = UseMutationResult<Result, Error, Input>

/** Who is signed in, and what changes that. Each notifies of its success and failure by itself. */
export interface Session {
  /** Null while loading, and for nobody. */
  user: SessionUser | null
  status: 'loading' | 'ready'
  /** Why it could not be found out who is signed in; `retry` asks again. */
  error: ApiError | null
  retry: () => void
  /** Why there is no user any more although nobody pressed Sign Out. */
  ended: 'idle' | 'expired' | null
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
