import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { pendingRequirement } from '#domain/authorisation/pending-requirements.ts'
import { createQueryClient, queryFor } from '#client/shared/lib/query-client.ts'
import { plainPath, paths } from '#client/shared/shell/paths.ts'
import { leaving, session, userShown } from './session.ts'

const cache = createQueryClient()

/** Whose the cache is. */
let owner: string | undefined

/** Forgets what one user loaded before another sees it: what still shows is asked for again. */
function handOver(userId: string | undefined) {
  const before = owner
  owner = userId
  if (before === userId) return
  cache.removeQueries({ type: 'inactive' })
  if (before !== undefined && userId !== undefined) void cache.invalidateQueries()
}

/** On the way to these a client's application is the next thing to be asked for. */
const leadsHome: ReadonlySet<string> = new Set([paths.home, paths.signIn])

/** Begins with a user, if there was none: asks for the application at once, in place of when its page is drawn. */
function welcome() {
  const { user } = session.get()
  if (owner !== undefined || !user) return
  handOver(user.id)
  if (
    user.role !== 'client' ||
    pendingRequirement(user) !== null ||
    !leadsHome.has(plainPath(location.pathname))
  )
    return
  // The page asks again where this failed, and says why.
  cache.query(queryFor('GET /api/application')).catch(() => undefined)
}

/** Lets go of what is being read while somebody signs out, and reads it after all where they stay. */
function letGo(leaves: boolean) {
  void (leaves ? cache.cancelQueries() : cache.refetchQueries({ type: 'active', stale: true }))
}

welcome()
session.subscribe(welcome)
// Only then has whatever showed of the one before gone.
userShown.subscribe(handOver)
leaving.subscribe(letGo)

/** A component with the cache of what was loaded; one and the same for all of them. */
export function withCache<Props extends object>(Shown: ComponentType<Props>): ComponentType<Props> {
  return function WithCache(props: Props) {
    return (
      <QueryClientProvider client={cache}>
        <Shown {...props} />
      </QueryClientProvider>
    )
  }
}
