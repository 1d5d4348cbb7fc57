import type { clientEndpoints } from '#domain/api/clients.ts'
import { reviewedApplication } from '#server/desk/reviewed.ts'
import type { Handlers } from '#server/http/route.ts'
import { assignManager, handOverClients } from './hand-over.ts'

/** What staff do about clients as people. */
export const clientHandlers: Handlers<keyof typeof clientEndpoints> = {
  'PUT /api/admin/applications/{id}/wealth-manager': async (call) => {
    const { context, params, actor, body } = call
    const { wealthManagerId, withoutLetter = false } = body
    await assignManager(call, params.id, { wealthManagerId, withoutLetter })
    return reviewedApplication(context, params.id, actor)
  },

  'POST /api/admin/wealth-managers/{id}/hand-over': (call) => {
    const { to, withoutLetter = false } = call.body
    const handover = { from: call.params.id, to, withoutLetter }
    return handOverClients(call, handover, (tx, handedOver) => call.keep(tx, { handedOver }))
  },
}
