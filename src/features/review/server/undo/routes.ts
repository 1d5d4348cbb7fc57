import type { undoEndpoints } from '#features/review/api/undo.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import { reviewedApplication } from '#features/review/server/application-detail.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { undoAction } from './undo-action.ts'

/** Routes of undoing recent actions. */
export const pendingActionHandlers: Handlers<keyof typeof undoEndpoints> = {
  'POST /api/admin/held-acts/{id}/undo': (call) => {
    const { context, params, actor, keep } = call
    return undoAction(call, params.id, async (tx, applicationId) => {
      if (scopeOf(actor.role, 'application.review') === 'none') return keep(tx, { application: null })
      const within = { ...context, database: { db: tx } }
      return keep(tx, { application: await reviewedApplication(within, applicationId, actor) })
    })
  },
}
