import type { passkeyEndpoints } from '#features/sign-in/api/passkeys.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { browserTokenOf, completeSignIn } from '../complete-sign-in.ts'
import { addPasskey, enrolmentOptions } from './enrol.ts'
import { ownPasskeys, removePasskey, renamePasskey } from './manage.ts'
import { proofOptions } from './proof.ts'
import { signInOptions, signInWithPasskey } from './sign-in.ts'

/** Routes of passkeys. */
export const passkeyHandlers: Handlers<keyof typeof passkeyEndpoints> = {
  'POST /api/passkey/options': async ({ context, now }) => ({
    options: signInOptions(context, now),
  }),

  'POST /api/passkey/login': async (call) => {
    const { response } = call.body
    return completeSignIn(
      call,
      await signInWithPasskey(call, { response, browserToken: browserTokenOf(call) }),
    )
  },

  'GET /api/account/passkeys': (call) => ownPasskeys(call, browserTokenOf(call)),

  'POST /api/account/passkeys/options': async (call) => ({
    options: await enrolmentOptions(call, call.body.proof),
  }),

  'POST /api/account/passkeys': (call) =>
    addPasskey(call, { ...call.body, name: call.body.name, browserToken: browserTokenOf(call) }),

  'PATCH /api/account/passkeys/{id}': (call) =>
    renamePasskey(call, call.params.id, { ...call.body, browserToken: browserTokenOf(call) }),

  'POST /api/account/passkeys/{id}/removal': async (call) => {
    await removePasskey(call, call.params.id, call.body.proof)
    return undefined
  },

  'POST /api/account/proof-options': (call) => proofOptions(call, call.body.signing),
}
