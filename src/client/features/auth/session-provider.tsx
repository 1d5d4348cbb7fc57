import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { preloadWhenIdle } from '#client/shared/shell/lazy-part.tsx'
import { call } from '#client/shared/lib/api.ts'
import { anotherUser, signedOutElsewhere } from '#client/shared/lib/request.ts'
import { AnotherUserPage } from './another-user-page.tsx'
import { cachedPart } from './cached-part.ts'
import { nobody, session, userShown } from './session.ts'
import { hearTabs } from './tabs.ts'
import { SessionContext } from './use-session.ts'
import { useSessionCalls } from './use-session-calls.ts'
import type { Elements } from '#client/ui/elements.ts'

/** Comes after the page. Should it not come, the server ends an idle session all the same. */
const idleWarning = cachedPart(() =>
  import('./idle/idle-warning.tsx').then(
    ({ IdleWarning }) => IdleWarning,
    () => () => null,
  ),
)

const retry = () => void session.ask()

function endIdle() {
  // In the name of the user who is shown. The server ends the session all the same if this does not arrive.
  call('POST /api/logout').catch(() => undefined)
  session.end('idle')
}

/** Knows who is signed in, for `useSession`; ends the session on this side when the server has ended it. */
export function SessionProvider({ children }: { children: Elements }) {
  const { user, error, ended } = useSyncExternalStore(session.subscribe, session.get, () => nobody)
  const calls = useSessionCalls()
  useEffect(() => preloadWhenIdle([idleWarning]), [])
  const [isAnother, setAnother] = useState(false)
  useEffect(() => anotherUser.subscribe(() => setAnother(true)), [])
  useEffect(() => signedOutElsewhere.subscribe(() => session.end('expired')), [])
  useEffect(() => hearTabs(({ kind }) => void (kind === 'changed' && session.ask())), [])
  useEffect(() => userShown.notify(user?.id), [user?.id])
  if (isAnother) return <AnotherUserPage />
  const status = user === undefined && error === null ? 'loading' : 'ready'
  return (
    <SessionContext value={{ user: user ?? null, status, error, retry, ended, ...calls }}>
      {children}
      {user ? (
        <Suspense>
          <idleWarning.Part idleTimeoutMs={user.idleTimeoutMs} onOver={endIdle} />
        </Suspense>
      ) : null}
    </SessionContext>
  )
}
