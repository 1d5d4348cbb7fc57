import type { ownViewEndpoints } from '#features/review/api/own-views.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { saveViews } from './save-views.ts'
import { viewsOf } from './queries.ts'

/** Routes of saved views. */
export const ownViewHandlers: Handlers<keyof typeof ownViewEndpoints> = {
  'GET /api/application-views': (call) => viewsOf(call),

  'PUT /api/application-views': async (call) => {
    await saveViews(call, call.body)
    return viewsOf(call)
  },
}
