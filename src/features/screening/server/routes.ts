import type { listEndpoints } from '#features/screening/api/lists.ts'
import { notFound } from '#base/server/domain-error.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { editionById, listsNow } from './editions.ts'
import { discardList, putInForce } from './put-in-force.ts'
import { previewList } from './preview-list.ts'
import { requireScreening } from './required.ts'

/** Routes of sanctions lists; files arrive at `list-target.ts`. */
export const listHandlers: Handlers<keyof typeof listEndpoints> = {
  'GET /api/system-admin/lists': ({ context, now }) => {
    requireScreening(context.settings)
    return listsNow(context.database.db, now, context.settings.dueDiligence.listMaxDays)
  },

  'GET /api/system-admin/lists/{id}/preview': (call) => {
    requireScreening(call.context.settings)
    return previewList(call, call.params.id)
  },

  'PUT /api/system-admin/lists/{id}/in-force': async (call) => {
    requireScreening(call.context.settings)
    await putInForce(call, call.params.id)
    const edition = await editionById(call.context.database.db, call.params.id)
    if (edition === null) throw notFound()
    return edition
  },

  'DELETE /api/system-admin/lists/{id}': async (call) => {
    requireScreening(call.context.settings)
    await discardList(call, call.params.id)
    return undefined
  },
}
