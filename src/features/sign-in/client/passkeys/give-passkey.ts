import type { SessionUser } from '#features/access/api/auth.ts'
import { call } from '#base/client/lib/api.ts'
import { answerWithPasskey } from './prove.ts'

/** Finishes a sign-in with one of the user's passkeys instead of a code. */
export async function givePasskey(): Promise<SessionUser> {
  const { options } = await call('POST /api/account/second-factor/passkey-options')
  const response = await answerWithPasskey(options)
  return call('POST /api/account/second-factor/passkey', { body: { response } })
}
