import type { applicationEndpoints } from '#features/applications/api/application.ts'
import { readIfMatch } from '#base/server/http/etag.ts'
import { withSession, type Handlers } from '#features/access/server/http/route.ts'
import { notFound } from '#base/server/domain-error.ts'
import { submitApplication } from './commands.ts'
import { presentApplication } from './present.ts'
import { progressOf } from './progress.ts'
import { applicationOfClient, applicationOfSession } from './queries.ts'
import { saveApplication } from './save.ts'

/** Routes of the client's own application. */
export const applicationHandlers: Handlers<keyof typeof applicationEndpoints> = {
  'GET /api/application': withSession(applicationOfSession, async ({ context }, view) => {
    if (view === null) throw notFound()
    return presentApplication(context, view)
  }),

  'PUT /api/application': async (call) => {
    const { context, body, query, request } = call
    const save = { body, isCurrent: readIfMatch(request), draft: query.draft === '1' }
    return presentApplication(context, await saveApplication(call, save))
  },

  'GET /api/application/progress': ({ context, actor }) => progressOf(context, actor.userId),

  'POST /api/application/submit': (call) =>
    submitApplication(call, async (tx) => {
      const { context, actor, keep } = call
      const within = { keyring: context.keyring, database: { db: tx } }
      return keep(tx, presentApplication(context, await applicationOfClient(within, actor.userId)))
    }),
}
