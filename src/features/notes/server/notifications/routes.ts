import type { notificationEndpoints } from '#features/notes/api/notifications.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { choicesOf, choose } from './choices.ts'
import { countUnread, mark, markUpTo, notificationsOf, unmark } from './read.ts'

/** Routes of a user's own notifications. */
export const notificationHandlers: Handlers<keyof typeof notificationEndpoints> = {
  'GET /api/notifications': ({ context, actor, query }) => notificationsOf(context, actor, query.after),

  'GET /api/notifications/unread': async ({ context, actor }) => ({
    unread: await countUnread(context.database.db, actor),
  }),

  'GET /api/account/notification-choices': ({ context, actor }) =>
    choicesOf(context.database.db, actor.userId),

  'PUT /api/account/notification-choices': async (call) => {
    await choose(call, call.body.off)
    return choicesOf(call.context.database.db, call.actor.userId)
  },

  'PUT /api/notifications': async (call) => {
    const readAt = await markUpTo(call, call.body.readUpTo)
    return { readAt: readAt.toISOString() }
  },

  'PUT /api/notifications/unread': async ({ context, actor, body }) => {
    await unmark(context.database.db, actor, new Date(body.readAt))
    return undefined
  },

  'PUT /api/notifications/{id}': async (call) => {
    await mark(call, call.params.id, call.body.read)
    return undefined
  },
}
