import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { ApiError, call } from '#base/client/lib/api.ts'
import { requireCookies } from '../cookies-blocked.ts'
import { session } from '#features/access/client/session.ts'
import { forgetOnDevice } from './forget-on-device.ts'

/** Challenges are valid for five minutes; an older one is replaced before it is answered. */
const FRESH_MS = 4 * 60_000

/** Whether the button was pressed: an offer that is only being prepared must not replace its dialog. */
let isAsked = false

async function answerChallenge(autofill: boolean): Promise<void> {
  requireCookies()
  const { options } = await call('POST /api/passkey/options')
  if (autofill && isAsked) return
  const response = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: autofill,
  })
  try {
    session.setUser(await call('POST /api/passkey/login', { body: { response } }))
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'passkey-unknown')
      await forgetOnDevice({ rpId: options.rpId, credentialId: response.id })
    throw error
  }
}

/** Whether the user closed the browser's dialog, or another one replaced it. */
function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError', 'WebAuthnError'].includes(error.name)
}

/** Signs in with a passkey; does nothing if the user closes the browser's dialog. */
export async function signInWithPasskey(): Promise<void> {
  isAsked = true
  try {
    await answerChallenge(false)
  } catch (error) {
    if (!isCancelled(error)) throw error
  } finally {
    isAsked = false
  }
}

/**
 * Lets the address field offer passkeys. A page that stayed open asks for a new challenge when it is used again.
 *
 * @returns a function that ends it
 */
export function offerByAutofill(): () => void {
  let startedAt = Number.NEGATIVE_INFINITY
  const start = async () => {
    if (Date.now() - startedAt < FRESH_MS) return
    startedAt = Date.now()
    try {
      if (await browserSupportsWebAuthnAutofill()) await answerChallenge(true)
    } catch {
      // The form and the button remain.
    }
  }
  const restart = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) void start()
  }
  void start()
  document.addEventListener('focusin', restart)
  return () => {
    document.removeEventListener('focusin', restart)
    WebAuthnAbortService.cancelCeremony()
  }
}
