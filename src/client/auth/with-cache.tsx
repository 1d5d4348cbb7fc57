import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createQueryClient } from '#client/lib/query-client.ts'
import { session, userShown } from './session.ts'

const cache = createQueryClient()

let known = session.get().user?.id

/** Forgets what one user loaded before another sees it: what still shows is asked for again. */
userShown.listen((userId) => {
  const before = known
  known = userId
  if (before === userId) return
  cache.removeQueries({ type: 'inactive' })
  if (before !== undefined && userId !== undefined) void cache.invalidateQueries()
})

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
