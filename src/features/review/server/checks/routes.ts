import type { checkEndpoints } from '#features/review/api/checks.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { reviewedApplication } from '../application-detail.ts'
import { respondWithApplication } from '../respond-with-application.ts'
import { proveAnswer } from './prove.ts'
import { settleCheck } from './settle.ts'

/** Decisions of staff on the checks of an application. */
export const checkHandlers: Handlers<keyof typeof checkEndpoints> = {
  'POST /api/admin/applications/{id}/checks': (call) =>
    settleCheck(call, call.params.id, call.body, respondWithApplication(call)),
  'PUT /api/admin/applications/{id}/proofs': (call) => {
    const { context, params, body, actor } = call
    return proveAnswer(call, params.id, body, (tx) =>
      reviewedApplication({ ...context, database: { db: tx } }, params.id, actor),
    )
  },
}
