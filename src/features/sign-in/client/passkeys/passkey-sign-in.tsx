import { useEffect, useState } from 'react'
import { detailOf } from '#base/client/lib/api.ts'
import { isSlowConnection } from '#base/client/lib/connection.ts'
import { whenIdle } from '#base/client/lib/lazy-part.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { useHydrated } from '#base/client/ui/use-hydrated.ts'

/** With the library, which the sign-in page works without. */
const load = () => import('./answer-challenge.ts')

/** Passkeys belong to names, not to IP addresses. */
function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/u.test(location.hostname)
}

/**
 * Signs in with a passkey, by a button. Where the browser can, the address field offers it too: that is prepared when
 * idle, and not on a slow connection, where it would delay what follows the sign-in.
 */
export function PasskeySignIn() {
  const hydrated = useHydrated()
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    if (!canUsePasskeys() || isSlowConnection()) return
    let end: (() => void) | undefined
    let wanted = true
    const offer = async () => {
      const { offerByAutofill } = await load()
      if (wanted) end = offerByAutofill()
    }
    // It was not asked for, so its errors are silent.
    const callOff = whenIdle(() => void offer().catch(() => undefined))
    return () => {
      wanted = false
      callOff()
      end?.()
    }
  }, [])
  const signIn = async () => {
    setPending(true)
    setError(null)
    try {
      await (await load()).signInWithPasskey()
    } catch (failure) {
      setError(failure instanceof Error ? detailOf(failure) : 'Please try again.')
    } finally {
      setPending(false)
    }
  }
  return (
    // Its space is reserved, so that nothing moves.
    <div className="mt-4 min-h-11">
      {error === null ? null : (
        <Notice tone="danger" live="alert" className="mb-4">
          {error}
        </Notice>
      )}
      {hydrated && canUsePasskeys() ? (
        <Button
          tone="secondary"
          className="w-full"
          pending={pending}
          pendingLabel="Waiting for your device..."
          onClick={() => void signIn()}
        >
          Sign in with a passkey
        </Button>
      ) : null}
    </div>
  )
}
