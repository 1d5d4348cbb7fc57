import type { notificationEndpoints } from '#features/notes/api/notifications.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { choicesOf, choose } from './choices.ts'
import { mark } from './read.ts'

/** Routes of a user's own notifications. */
export const notificationHandlers: Handlers<keyof typeof notificationEndpoints> = {
  'GET /api/account/notification-choices': ({ context, actor }) =>
    choicesOf(context.database.db, actor.userId),

  'PUT /api/account/notification-choices': async (call) => {
    await choose(call, call.body.off)
    return choicesOf(call.context.database.db, call.actor.userId)
  },

  'PUT /api/notifications/{id}': async (call) => {
    await mark(call, call.params.id, call.body.read)
    return undefined
  },
}
