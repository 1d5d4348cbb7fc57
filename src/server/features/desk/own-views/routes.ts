import type { ownViewEndpoints } from '#domain/api/own-views.ts'
import type { Handlers } from '#server/shared/http/route.ts'
import { keepViews } from './keep.ts'
import { viewsOf } from './queries.ts'

/** The names that staff give to addresses of their lists. */
export const ownViewHandlers: Handlers<keyof typeof ownViewEndpoints> = {
  'GET /api/application-views': ({ context, actor, now }) => viewsOf(context.database, actor, now),

  'PUT /api/application-views': async (call) => {
    await keepViews(call, call.body)
    return viewsOf(call.context.database, call.actor, call.now)
  },
}
