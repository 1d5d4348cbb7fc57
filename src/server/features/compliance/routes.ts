import type { screeningEndpoints } from '#domain/api/screening.ts'
import { requireStaffScope } from '#server/features/due-diligence/show-account.ts'
import { requireScreening } from '#server/features/screening/required.ts'
import { recordRead } from '#server/shared/audit/record.ts'
import type { Handlers } from '#server/shared/http/route.ts'
import { answerWithPage } from '#server/shared/lists/answer-with-page.ts'
import { decideHits } from './decide-hits.ts'
import { hitsOf, listUndecidedHits } from './present-hits.ts'
import { screeningOfApplication } from './present-screening.ts'
import { screenNow } from './screen-clients.ts'

/** Routes of screening, for admins. */
export const complianceHandlers: Handlers<keyof typeof screeningEndpoints> = {
  'GET /api/admin/compliance/hits': async (call) => {
    requireScreening(call.context.settings)
    return answerWithPage(await listUndecidedHits(call.context, call.query), call)
  },

  'PUT /api/admin/hits/verdict': async (call) => {
    requireScreening(call.context.settings)
    await decideHits(call, call.body)
    return hitsOf(call.context, { ids: call.body.ids })
  },

  'GET /api/admin/applications/{id}/screening': async (call) => {
    requireScreening(call.context.settings)
    await requireStaffScope(call, call.params.id)
    const screening = await screeningOfApplication(call.context, call.params.id)
    const tx = call.context.database.db
    // On the person, not the application: its trail is the client's to read.
    for (const id of new Set(screening.hits.map(({ subject }) => subject.id)))
      await recordRead({ ...call, tx }, 'hit.seen', id, {})
    return screening
  },

  'POST /api/admin/applications/{id}/screening': async (call) => {
    requireScreening(call.context.settings)
    await screenNow(call, call.params.id)
    return screeningOfApplication(call.context, call.params.id)
  },
}
