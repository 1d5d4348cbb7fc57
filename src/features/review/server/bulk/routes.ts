import type { bulkActEndpoints } from '#features/review/api/bulk-acts.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { startBulkAction } from './start-bulk-action.ts'
import { cancelBulkAction } from './cancel-bulk-action.ts'
import { listUnchecked } from './list-unchecked.ts'
import { ownBulkActions, progressOf, resultsOf } from './queries.ts'

/** Routes of bulk actions. */
export const bulkActHandlers: Handlers<keyof typeof bulkActEndpoints> = {
  'POST /api/admin/bulk-acts': (call) =>
    startBulkAction(call, call.body, async (tx, id) => call.keep(tx, await progressOf(tx, id, call.actor))),

  'POST /api/admin/open-checks': (call) => listUnchecked(call, call.body),

  'GET /api/admin/bulk-acts': ({ context, actor, now }) => ownBulkActions(context.database.db, actor, now),

  'GET /api/admin/bulk-acts/{id}': ({ context, params, actor }) =>
    progressOf(context.database.db, params.id, actor),

  'GET /api/admin/bulk-acts/{id}/results': ({ context, params, actor }) =>
    resultsOf(context.database.db, params.id, actor),

  'POST /api/admin/bulk-acts/{id}/call-off': (call) =>
    cancelBulkAction(call, call.params.id, async (tx) =>
      call.keep(tx, await progressOf(tx, call.params.id, call.actor)),
    ),
}
