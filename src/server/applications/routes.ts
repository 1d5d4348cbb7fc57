import type { FastifyReply } from 'fastify'
import type { applicationEndpoints } from '#domain/api/application.ts'
import type { Application } from '#domain/api/application.ts'
import { etagOf, readIfMatch } from '#server/http/etag.ts'
import { withSession, type Handlers } from '#server/http/route.ts'
import { notFound } from '#server/refusal.ts'
import { submitApplication } from './commands.ts'
import { presentApplication } from './present.ts'
import { applicationOfClient, applicationOfSession, type ApplicationView } from './queries.ts'
import { saveApplication } from './save.ts'

/** The calls of the client's own application. */
export const applicationHandlers: Handlers<keyof typeof applicationEndpoints> = {
  'GET /api/application': withSession(applicationOfSession, async ({ reply }, view) =>
    answerWith(reply, existing(view)),
  ),

  'PUT /api/application': withSession(applicationOfSession, async (call, view) => {
    const { context, actor, origin, now, body, query, request, reply } = call
    const versions = readIfMatch(request)
    const save = { actor, origin, now, body, versions, draft: query.draft === '1', seen: existing(view) }
    return answerWith(reply, await saveApplication(context, save))
  }),

  'POST /api/application/submit': async ({ context, actor, origin, now, reply }) => {
    await submitApplication(context, { actor, origin, now })
    return answerWith(reply, await applicationOfClient(context, actor.userId))
  },
}

/** @throws Refusal not-found where there is none */
function existing<View extends ApplicationView>(view: View | null): View {
  if (view === null) throw notFound()
  return view
}

function answerWith(reply: FastifyReply, view: ApplicationView): Application {
  const application = presentApplication(view)
  reply.header('etag', etagOf(application.version))
  return application
}
