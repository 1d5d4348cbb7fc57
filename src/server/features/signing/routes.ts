import type { signingEndpoints } from '#domain/api/signing.ts'
import type { Handlers } from '#server/shared/http/route.ts'
import { presentSignable, signableOf } from './queries.ts'
import { prepareSealing } from './sealing/run-sealer.ts'
import { signatureOfDocument } from './look-at-signature.ts'
import { signOnScreen } from './sign.ts'
import { tellOfEncrypted } from './unsignable.ts'

/** What is signed on the screen. */
export const signingHandlers: Handlers<keyof typeof signingEndpoints> = {
  'GET /api/signables/fais-letter': async (call) => {
    const { context, actor, now } = call
    const state = await signableOf(context, 'faisLetter', actor, now)
    await tellOfEncrypted(call, state)
    if (state.unsignable === null) {
      prepareSealing().catch((err: unknown) => context.log.error({ err }, 'nothing can be sealed'))
    }
    return presentSignable('faisLetter', state)
  },

  'GET /api/documents/{id}/signature': async ({ context, actor, params }) => ({
    signature: await signatureOfDocument(context, params.id, actor),
  }),

  'POST /api/signables/fais-letter/signature': (call) =>
    signOnScreen(call, { kind: 'faisLetter', ...call.body }, call.keep),
}
