import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createQueryClient, queryFor } from '#base/client/lib/query-client.ts'
import { isGoingHome, takeApplication } from './early-application.ts'
import { leaving, session, userShown } from './session.ts'

const cache = createQueryClient()

/** The user of the cache. */
let owner: string | undefined

/** Clears one user's data before another sees it; active queries are refetched. */
function switchUser(userId: string | undefined) {
  const before = owner
  owner = userId
  if (before === userId) return
  cache.removeQueries({ type: 'inactive' })
  if (before !== undefined && userId !== undefined) void cache.invalidateQueries()
}

/** Starts with the first user: prefetches the application before its page renders. */
function prefetchApplication() {
  const { user } = session.get()
  if (owner !== undefined || !user) return
  switchUser(user.id)
  if (!isGoingHome(user)) return
  const answer = takeApplication(user)
  const query = queryFor('GET /api/application')
  // The page retries if this failed, and shows the error.
  cache.query(answer ? { ...query, queryFn: () => answer } : query).catch(() => undefined)
}

/** Aborts running reads during sign-out, and refetches them if the user stays. */
function abortReads(leaves: boolean) {
  void (leaves ? cache.cancelQueries() : cache.refetchQueries({ type: 'active', stale: true }))
}

prefetchApplication()
session.subscribe(prefetchApplication)
// Only now nothing of the previous user is shown.
userShown.subscribe(switchUser)
leaving.subscribe(abortReads)

/** Wraps a component with the query cache, which all of them share. */
export function withCache<Props extends object>(Shown: ComponentType<Props>): ComponentType<Props> {
  return function WithCache(props: Props) {
    return (
      <QueryClientProvider client={cache}>
        <Shown {...props} />
      </QueryClientProvider>
    )
  }
}
