import type { checkEndpoints } from '#domain/api/checks.ts'
import type { Handlers } from '#server/shared/http/route.ts'
import { respondWithApplication } from '../respond-with-application.ts'
import { settleCheck } from './settle.ts'

/** Decisions of staff on the checks of an application. */
export const checkHandlers: Handlers<keyof typeof checkEndpoints> = {
  'POST /api/admin/applications/{id}/checks': (call) =>
    settleCheck(call, call.params.id, call.body, respondWithApplication(call)),
}
