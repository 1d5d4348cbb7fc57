import type { applicationEndpoints } from '#features/applications/api/application.ts'
import { readIfMatch } from '#base/server/http/etag.ts'
import { withSession, type Handlers } from '#features/access/server/http/route.ts'
import { notFound } from '#base/server/domain-error.ts'
import { submitApplication } from './commands.ts'
import { presentApplication } from './present.ts'
import { progressOf } from './progress.ts'
import { applicationOfClient, applicationOfSession, type ApplicationView } from './queries.ts'
import { saveApplication } from './save.ts'

/** Routes of the client's own application. */
export const applicationHandlers: Handlers<keyof typeof applicationEndpoints> = {
  'GET /api/application': withSession(applicationOfSession, async ({ context }, view) =>
    presentApplication(context, existing(view)),
  ),

  'PUT /api/application': withSession(applicationOfSession, async (call, view) => {
    const { context, body, query, request } = call
    const isCurrent = readIfMatch(request)
    const save = { body, isCurrent, draft: query.draft === '1', seen: existing(view) }
    return presentApplication(context, await saveApplication(call, save))
  }),

  'GET /api/application/progress': ({ context, actor }) => progressOf(context, actor.userId),

  'POST /api/application/submit': (call) =>
    submitApplication(call, async (tx) => {
      const { context, actor, keep } = call
      const within = { keyring: context.keyring, database: { db: tx } }
      return keep(tx, presentApplication(context, await applicationOfClient(within, actor.userId)))
    }),
}

/** @throws DomainError not-found where there is none */
function existing<View extends ApplicationView>(view: View | null): View {
  if (view === null) throw notFound()
  return view
}
