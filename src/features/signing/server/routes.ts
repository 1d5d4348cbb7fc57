import type { signingEndpoints } from '#features/signing/api/signing.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { presentSignable, signableOf } from './queries.ts'
import { prepareSealing } from './sealing/run-sealer.ts'
import { readSignature } from './read-signature.ts'
import { readProof } from '#features/sign-in/server/own-proof.ts'
import { signOnScreen } from './sign.ts'
import { recordDisplayed } from './display.ts'
import { withTriedSeal } from './unsignable.ts'

/** Routes of signing on screen. */
export const signingHandlers: Handlers<keyof typeof signingEndpoints> = {
  'GET /api/signables/fais-letter': async (call) => {
    const { context, actor, now } = call
    const state = await withTriedSeal(call, await signableOf(context, 'faisLetter', actor, now))
    if (state.unsignable === null) {
      prepareSealing().catch((err: unknown) =>
        context.log.error({ err }, 'the sealing process cannot be started'),
      )
    }
    return presentSignable('faisLetter', state)
  },

  'POST /api/signables/fais-letter/displayed': async (call) =>
    presentSignable('faisLetter', await recordDisplayed(call, 'faisLetter', call.body)),

  'GET /api/documents/{id}/signature': async ({ context, actor, params }) => ({
    signature: await readSignature(context, params.id, actor),
  }),

  'POST /api/signables/fais-letter/signature': (call) =>
    signOnScreen(call, { kind: 'faisLetter', ...call.body, proof: readProof(call.body) }, call.keep),
}
