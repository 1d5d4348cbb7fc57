import type { SessionUser } from '#domain/api/auth.ts'
import { ApiError, call } from '#client/shared/lib/api.ts'
import { anotherUser, setShownUser } from '#client/shared/lib/request.ts'
import { createListeners } from '#client/ui/listeners.ts'
import { createStore } from '#client/ui/store.ts'
import { tellTabs } from './tabs.ts'

/** Why there is no user any more although nobody pressed Sign Out. */
export type SessionEnd = 'idle' | 'expired'

/** What this page knows of its session. */
export interface KnownSession {
  /** Null for nobody, undefined as long as nothing is known. */
  user: SessionUser | null | undefined
  /** Why the server could not say who is signed in. */
  error: Error | null
  ended: SessionEnd | null
}

const nothing: KnownSession = { user: undefined, error: null, ended: null }

/** What the server writes the sign-in page for, and what that page begins with. */
export const nobody: KnownSession = { ...nothing, user: null }

/** Who is signed in; null for nobody, which a 401 means (specification section 4, "Session"). */
async function fetchUser(): Promise<SessionUser | null> {
  try {
    return await call('GET /api/user')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * Who is signed in in this browser. Not part of the cache of what was loaded: that library comes with the pages behind
 * the sign-in page, which has to be small (docs/decisions/0009).
 */
export function createSession() {
  const { get, set, subscribe } = createStore(nothing)
  subscribe(() => setShownUser(get().user?.id))
  // An answer that is on its way knows less than whatever came after its question.
  let newest = 0
  return {
    get,
    set,
    subscribe,
    /** Asks the server who it is. Where it cannot say, what was known stays. */
    ask: async (): Promise<void> => {
      newest += 1
      const mine = newest
      if (get().user === undefined) set(nothing)
      const answer = await fetchUser().then(
        (user) => ({ user, error: null, ...(user && { ended: null }) }),
        (error: Error) => ({ error }),
      )
      if (mine !== newest) return
      const { user: shown } = get()
      // What this page shows and holds is the other person's: nothing of it may reach this one.
      if (shown && 'user' in answer && answer.user && answer.user.id !== shown.id) anotherUser.notify()
      else set({ ...get(), ...answer })
    },
    /** Somebody signed in or out on purpose, or what is known of them has changed: the other tabs ask again. */
    become: (user: SessionUser | null): void => {
      newest += 1
      set({ ...nothing, user })
      tellTabs({ kind: 'changed' })
    },
    /** The session is over. */
    end: (reason: SessionEnd): void => {
      newest += 1
      const { user, ended } = get()
      set({ ...nobody, ended: user ? reason : ended })
    },
  }
}

/** The session of this page. */
export const session = createSession()

/**
 * Tells that whoever is signed in is signing out (true), or stays after all (false), since the server could not be told: nobody waits
 * any more for what is being read, and a read that is refused for being late would say that the session had expired.
 */
export const leaving = createListeners<boolean>()

/** Tells who is signed in once the page shows it: nothing of the one before is in sight any more. */
export const userShown = createListeners<string | undefined>()
