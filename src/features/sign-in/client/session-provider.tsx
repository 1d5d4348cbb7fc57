import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { preloadWhenIdle } from '#base/client/lib/lazy-part.tsx'
import { call } from '#base/client/lib/api.ts'
import { anotherUser, signedOutElsewhere } from '#base/client/lib/request.ts'
import { AnotherUserPage } from './another-user-page.tsx'
import { cachedPart } from '#features/access/client/cached-part.ts'
import { SIGNED_OUT, session, userShown } from '#features/access/client/session.ts'
import { listenToTabs } from '#features/access/client/tabs.ts'
import { SessionContext } from '#features/access/client/use-session.ts'
import { useSessionCalls } from './use-session-calls.ts'
import type { Elements } from '#base/client/ui/elements.ts'

/** Loaded after the page. If that fails, the server still ends an idle session. */
const idleWarning = cachedPart(() =>
  import('./idle/idle-warning.tsx').then(
    ({ IdleWarning }) => IdleWarning,
    () => () => null,
  ),
)

const passkeyOffer = cachedPart(() =>
  import('./passkeys/passkey-offer.tsx').then(
    ({ PasskeyOffer }) => PasskeyOffer,
    () => () => null,
  ),
)

const retry = () => void session.ask()

function endIdle() {
  // Sent for the shown user. If it does not arrive, the server still ends the session.
  call('POST /api/logout').catch(() => undefined)
  session.end('idle')
}

/** Provides the session to `useSession` and ends it here when the server has ended it. */
export function SessionProvider({ children }: { children: Elements }) {
  const { user, error, offersPasskey, ...known } = useSyncExternalStore(
    session.subscribe,
    session.get,
    () => SIGNED_OUT,
  )
  const calls = useSessionCalls()
  useEffect(() => preloadWhenIdle([idleWarning]), [])
  const [isAnother, setAnother] = useState(false)
  useEffect(() => anotherUser.subscribe(() => setAnother(true)), [])
  useEffect(() => signedOutElsewhere.subscribe(() => session.end('expired')), [])
  useEffect(() => listenToTabs(({ kind }) => void (kind === 'changed' && session.ask())), [])
  useEffect(() => userShown.notify(user?.id), [user?.id])
  if (isAnother) return <AnotherUserPage />
  const status = user === undefined && error === null ? 'loading' : 'ready'
  return (
    <SessionContext value={{ user: user ?? null, status, error, retry, ...known, ...calls }}>
      {children}
      {offersPasskey ? (
        <Suspense>
          <passkeyOffer.Part />
        </Suspense>
      ) : null}
      {user ? (
        <Suspense>
          <idleWarning.Part idleTimeoutMs={user.idleTimeoutMs} onOver={endIdle} />
        </Suspense>
      ) : null}
    </SessionContext>
  )
}
