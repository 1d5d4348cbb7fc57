import { useQuery, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { lazyPart, preloadWhenIdle } from '#client/shell/lazy-part.tsx'
import { call } from '#client/lib/api.ts'
import { signedOutElsewhere } from '#client/lib/request.ts'
import { hearTabs } from './tabs.ts'
import { SessionContext, type Session } from './use-session.ts'
import { useSessionCalls } from './use-session-calls.ts'
import { userQuery } from './user-query.ts'

/** Comes after the page. Should it not come, the server ends an idle session all the same. */
const idleWarning = lazyPart(() =>
  import('./idle/idle-warning.tsx').then(
    ({ IdleWarning }) => IdleWarning,
    () => () => null,
  ),
)

/** Knows who is signed in, for `useSession`; ends the session on this side when the server has ended it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { data, isPending, error, refetch } = useQuery(userQuery)
  const [ended, setEnded] = useState<Session['ended']>(null)
  const calls = useSessionCalls(useCallback(() => setEnded(null), []))
  const end = useCallback(
    (reason: Session['ended']) => {
      if (client.getQueryData(userQuery.queryKey)) setEnded(reason)
      client.setQueryData(userQuery.queryKey, null)
    },
    [client],
  )
  const endIdle = useCallback(() => {
    end('idle')
    // The server ends it by itself if this does not arrive.
    call('POST /api/logout').catch(() => undefined)
  }, [end])
  useEffect(() => preloadWhenIdle([idleWarning]), [])
  useEffect(() => signedOutElsewhere.listen(() => end('expired')), [end])
  useEffect(() => hearTabs(({ kind }) => void (kind === 'changed' && refetch())), [refetch])
  const user = data ?? null
  useForgetting(client, user?.id)
  const session: Session = {
    user,
    status: isPending ? 'loading' : 'ready',
    error,
    retry: () => void refetch(),
    ended,
    ...calls,
  }
  return (
    <SessionContext value={session}>
      {children}
      {user ? (
        <Suspense>
          <idleWarning.Part idleTimeoutMs={user.idleTimeoutMs} onOver={endIdle} />
        </Suspense>
      ) : null}
    </SessionContext>
  )
}

const [USER_KEY] = userQuery.queryKey
const apartFromTheUser = {
  predicate: ({ queryKey }: Query) => queryKey[0] !== USER_KEY,
}

/** Forgets what one user loaded before another sees it: what still shows is asked for again. */
function useForgetting(client: QueryClient, userId: string | undefined): void {
  const known = useRef(userId)
  useEffect(() => {
    const before = known.current
    known.current = userId
    if (before === userId) return
    client.removeQueries({ ...apartFromTheUser, type: 'inactive' })
    if (before !== undefined && userId !== undefined) void client.invalidateQueries(apartFromTheUser)
  }, [client, userId])
}
