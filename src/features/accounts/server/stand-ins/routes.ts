import type { standInEndpoints } from '#features/accounts/api/stand-ins.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { endOwnStandIn, endStandIn, nameStandIn, nameStandInFor } from './commands.ts'
import { absences, ownStandIns } from './queries.ts'

/** Routes of absences. */
export const standInHandlers: Handlers<keyof typeof standInEndpoints> = {
  'GET /api/account/stand-in': ({ context, actor, now }) =>
    ownStandIns(context.database.db, actor.userId, now),

  'PUT /api/account/stand-in': async (call) => {
    await nameStandIn(call, call.body)
    return ownStandIns(call.context.database.db, call.actor.userId, call.now)
  },

  'DELETE /api/account/stand-in': async (call) => {
    await endOwnStandIn(call)
    return undefined
  },

  'GET /api/admin/absences': ({ context, now }) => absences(context.database.db, now),

  'PUT /api/admin/wealth-managers/{id}/stand-in': async (call) => {
    await nameStandInFor(call, call.params.id, call.body)
    return absences(call.context.database.db, call.now)
  },

  'DELETE /api/admin/stand-ins/{id}': async (call) => {
    await endStandIn(call, call.params.id)
    return undefined
  },
}
