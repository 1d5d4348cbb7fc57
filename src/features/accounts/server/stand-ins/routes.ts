import type { standInEndpoints } from '#features/accounts/api/stand-ins.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { endOwnStandIn, endStandIn, nameStandIn } from './commands.ts'
import { ownStandIns } from './queries.ts'

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

  'DELETE /api/admin/stand-ins/{id}': async (call) => {
    await endStandIn(call, call.params.id)
    return undefined
  },
}
