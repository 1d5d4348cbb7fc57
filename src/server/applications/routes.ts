import type { FastifyReply } from 'fastify'
import type { applicationEndpoints } from '#domain/api/application.ts'
import type { Application } from '#domain/api/application.ts'
import { etagOf, readIfMatch } from '#server/http/etag.ts'
import type { Call, Handlers } from '#server/http/route.ts'
import { saveApplication, submitApplication } from './commands.ts'
import { presentApplication } from './present.ts'
import { applicationOfClient } from './queries.ts'

type Keys = keyof typeof applicationEndpoints

/** The calls of the client's own application. */
export const applicationHandlers: Handlers<Keys> = {
  'GET /api/application': answerWithApplication,

  'PUT /api/application': async (call) => {
    const { context, actor, origin, now, body, request } = call
    await saveApplication(context, { actor, origin, now, body, version: readIfMatch(request) })
    return answerWithApplication(call)
  },

  'POST /api/application/submit': async (call) => {
    const { context, actor, origin, now } = call
    await submitApplication(context, { actor, origin, now })
    return answerWithApplication(call)
  },
}

async function answerWithApplication({
  context,
  actor,
  reply,
}: Pick<Call<Keys>, 'context' | 'actor'> & { reply: FastifyReply }): Promise<Application> {
  const application = presentApplication(await applicationOfClient(context, actor.userId))
  reply.header('etag', etagOf(application.version))
  return application
}
