import type { SessionUser, StillSignedInAt } from '#features/access/api/auth.ts'
import { ApiError, call } from '#base/client/lib/api.ts'
import { anotherUser, setShownUser } from '#base/client/lib/request.ts'
import { createListeners } from '#base/client/ui/listeners.ts'
import { createStore } from '#base/client/ui/store.ts'
import { notifyTabs } from './tabs.ts'

/** Why the session ended without Sign Out. */
export type SessionEnd = 'idle' | 'expired'

/** The known state of the session. */
export interface KnownSession {
  /** Null if signed out, undefined until known. */
  user: SessionUser | null | undefined
  /** Why the session could not be loaded. */
  error: Error | null
  ended: SessionEnd | null
  /** After Sign Out: the provider at which the user is still signed in. */
  stillSignedInAt?: StillSignedInAt | null | undefined
  /** Whether a passkey is offered, after a sign-in by password. */
  offersPasskey?: boolean
}

const nothing: KnownSession = { user: undefined, error: null, ended: null }

/** The signed-out state, for which the server renders the sign-in page. */
export const SIGNED_OUT: KnownSession = { ...nothing, user: null }

/** Loads the user; a 401 means signed out: null (specification section 4, "Session"). */
async function fetchUser(): Promise<SessionUser | null> {
  try {
    return await call('GET /api/user')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * The session of this browser. Not in the query cache, whose library is too large for the sign-in page
 * (docs/decisions/0009).
 */
export function createSession() {
  const { get, set, subscribe } = createStore(nothing)
  subscribe(() => setShownUser(get().user?.id))
  // A response is ignored if a later request or change has overtaken it.
  let latestRequest = 0
  return {
    get,
    set,
    subscribe,
    /** Loads the session. If that fails, the known state stays. */
    ask: async (): Promise<void> => {
      latestRequest += 1
      const mine = latestRequest
      if (get().user === undefined) set(nothing)
      const answer = await fetchUser().then(
        (user) => ({ user, error: null, ...(user && { ended: null, stillSignedInAt: undefined }) }),
        (error: Error) => ({ error }),
      )
      if (mine !== latestRequest) return
      const { user: shown } = get()
      // This page still shows and caches the other user's data.
      if (shown && 'user' in answer && answer.user && answer.user.id !== shown.id) anotherUser.notify()
      else set({ ...get(), ...answer })
    },
    /** Sign-in, sign-out or a changed user; notifies the other tabs. */
    setUser: (user: SessionUser | null, stillSignedInAt?: StillSignedInAt | null): void => {
      latestRequest += 1
      set({ ...nothing, user, stillSignedInAt })
      notifyTabs({ kind: 'changed' })
    },
    /** Forgets where the user is still signed in. */
    forgetProvider: (): void => set({ ...get(), stillSignedInAt: undefined }),
    /** Ends the session. */
    end: (reason: SessionEnd): void => {
      latestRequest += 1
      const { user, ended, stillSignedInAt } = get()
      set(user ? { ...SIGNED_OUT, ended: reason } : { ...SIGNED_OUT, ended, stillSignedInAt })
    },
  }
}

/** The session of this page. */
export const session = createSession()

/**
 * Notifies that the user is signing out (true), or stays because that failed (false). Running reads are aborted
 * meanwhile, since a late 401 would show "session expired".
 */
export const leaving = createListeners<boolean>()

/** Notifies of the user once the page shows them and nothing of the previous one. */
export const userShown = createListeners<string | undefined>()
