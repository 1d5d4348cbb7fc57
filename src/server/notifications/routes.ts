import type { notificationEndpoints } from '#domain/api/notifications.ts'
import type { Handlers } from '#server/http/route.ts'
import { countUnread, mark, markUpTo, notificationsOf } from './read.ts'

/** What staff were told of, each their own. */
export const notificationHandlers: Handlers<keyof typeof notificationEndpoints> = {
  'GET /api/notifications': ({ context, actor, query }) => notificationsOf(context, actor, query.after),

  'GET /api/notifications/unread': async ({ context, actor }) => ({
    unread: await countUnread(context.database.db, actor),
  }),

  'PUT /api/notifications': async (call) => {
    await markUpTo(call, call.body.readUpTo)
    return undefined
  },

  'PUT /api/notifications/{id}': async (call) => {
    await mark(call, call.params.id, call.body.read)
    return undefined
  },
}
