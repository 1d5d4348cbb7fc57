import { startRegistration } from '@simplewebauthn/browser'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { call } from '#base/client/lib/api.ts'

/** The device's dialog was closed, or it has the passkey already. */
export const NOT_MADE = 'Your device didn’t make a passkey. Please try again, or use another device.'

/** Has the device make a passkey, and adds it. @throws Error with `NOT_MADE`, ApiError */
export async function makePasskey(proof: GivenProof): Promise<AnswerOf<'POST /api/account/passkeys'>> {
  const { options } = await call('POST /api/account/passkeys/options', { body: { proof } })
  const response = await startRegistration({ optionsJSON: options }).catch(() => {
    throw new Error(NOT_MADE)
  })
  const { transports } = response.response
  return call('POST /api/account/passkeys', {
    body: {
      response: { ...response, response: { ...response.response, ...(transports && { transports }) } },
    },
  })
}
