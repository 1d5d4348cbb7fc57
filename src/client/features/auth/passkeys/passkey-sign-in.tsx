import { useEffect, useState } from 'react'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { call, detailOf } from '#client/shared/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { requireCookies } from '../cookies-blocked.ts'
import { session } from '../session.ts'

async function answerChallenge(autofill: boolean): Promise<void> {
  requireCookies()
  const { options } = await call('POST /api/passkey/options')
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  session.setUser(await call('POST /api/passkey/login', { body: { response } }))
}

/** Whether the user closed the browser's dialog, or another one replaced it. */
function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError', 'WebAuthnError'].includes(error.name)
}

/** Signs in with a passkey: offered by the address field where the browser can, and by a button. */
export function PasskeySignIn() {
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    void offer()
    return () => WebAuthnAbortService.cancelCeremony()
  }, [])
  if (!browserSupportsWebAuthn() || isAddress(location.hostname)) return null
  const signIn = async () => {
    setPending(true)
    setError(null)
    try {
      await answerChallenge(false)
    } catch (failure) {
      if (!isCancelled(failure)) setError(failure instanceof Error ? detailOf(failure) : 'Please try again.')
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      {error === null ? null : (
        <Notice tone="danger" live="alert" className="mb-4">
          {error}
        </Notice>
      )}
      <Button
        tone="secondary"
        className="w-full"
        pending={pending}
        pendingLabel="Waiting for your device..."
        onClick={() => void signIn()}
      >
        Sign in with a passkey
      </Button>
    </>
  )
}

/** Passkeys belong to names, not to IP addresses. */
function isAddress(host: string): boolean {
  return /^[\d.]+$|:/u.test(host)
}

/** Lets the address field offer passkeys. It was not asked for, so its errors are silent. */
async function offer(): Promise<void> {
  try {
    if (!isAddress(location.hostname) && (await browserSupportsWebAuthnAutofill()))
      await answerChallenge(true)
  } catch {
    // The form and the button remain.
  }
}
