import { startAuthentication } from '@simplewebauthn/browser'
import type { BodyOf } from '#base/rules/api/contract.ts'
import type { PasskeyRequestOptions } from '#features/access/api/passkey-options.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { call } from '#base/client/lib/api.ts'

/** The browser's dialog was closed, or the device has no passkey of this account. */
const NOT_GIVEN = 'Your device didn’t confirm it’s you. Please try again, or use another way.'

/** The device gave no answer; the message is for the user. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/** Asks the device to answer a challenge. @throws NoAnswerError */
export async function answerWithPasskey(options: PasskeyRequestOptions) {
  return startAuthentication({ optionsJSON: options }).catch(() => {
    throw new NoAnswerError(NOT_GIVEN)
  })
}

/**
 * Asks the device for a proof by one of the user's passkeys.
 *
 * @param signing the document that is signed; without it the proof is for the account
 */
export async function proveByPasskey(
  signing?: BodyOf<'POST /api/account/proof-options'>['signing'],
): Promise<GivenProof> {
  const { options, nonce } = await call('POST /api/account/proof-options', {
    body: { ...(signing && { signing }) },
  })
  const response = await answerWithPasskey(options)
  return { by: 'passkey', response, ...(nonce !== null && { nonce }) }
}
