import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isSentType } from '#base/rules/files/file-types.ts'
import { findActor } from '#features/sign-in/server/sessions.ts'
import type { Context } from '#base/server/context.ts'
import type { SlowRequests } from '#base/server/throttling/slow-request-limit.ts'
import { bodyOf, discardRest } from '#base/server/http/raw-body.ts'
import { admitCaller } from '#features/access/server/http/route.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { notFound } from '#base/server/domain-error.ts'
import { receiveUpload } from './receive-upload.ts'
import { UPLOAD_PATH, type Addressed } from './upload-addresses.ts'

const addressParts = z.object({
  params: z.object({ id: z.uuid() }),
  query: z.strictObject({ token: z.string().max(100) }),
})

type FindPhone = (context: Context, secret: string, now: Date) => Promise<{ actor: Actor }>

/**
 * Registers the upload addresses of this server. They take raw bytes, beside the routes of the contract, which take
 * JSON.
 *
 * @param scope a Fastify scope whose bodies are not parsed
 * @param slowRequests notified of each accepted upload, which may take minutes on a slow line
 * @param findPhone finds the client of a phone that is not signed in, and throws where there is none
 */
export function registerUploadTarget(
  scope: FastifyInstance,
  context: Context,
  { slowRequests, findPhone }: { slowRequests: SlowRequests; findPhone: FindPhone },
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.addHook('onRequest', async ({ raw: { headers } }) => {
    // Fastify would refuse an empty or invalid media type before the route runs.
    const type = mediaTypeOf(headers['content-type'] ?? '')
    headers['content-type'] = isSentType(type) ? type : 'application/octet-stream'
  })
  scope.put(`${UPLOAD_PATH}/:id`, async (request, reply) => {
    const now = context.now()
    try {
      const phone = request.headers['x-phone']
      const admit = async () =>
        typeof phone === 'string'
          ? (await findPhone(context, phone, context.now())).actor
          : admitCaller({ context, findActor }, request, 'upload.send', context.now())
      const { userId } = await admit()
      slowRequests.letTakeItsTime(request)
      const { 'content-type': contentType = '', 'content-length': length } = request.headers
      await receiveUpload(context, {
        address: addressOf({ params: request.params, query: request.query }, userId),
        arriving: {
          contentType,
          bytes: length === undefined ? undefined : Number(length),
          content: bodyOf(request.raw),
        },
        now,
      })
      // The user may have lost the account during a slow upload.
      await admit()
    } catch (error) {
      discardRest(request.raw)
      throw error
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

function addressOf(parts: unknown, userId: string): Addressed {
  const parsed = addressParts.safeParse(parts)
  if (!parsed.success) throw notFound()
  return { id: parsed.data.params.id, token: parsed.data.query.token, userId }
}

/** The media type without parameters, in lower case (RFC 9110, section 8.3.1). */
function mediaTypeOf(contentType: string): string {
  const [type = ''] = contentType.split(';', 1)
  return type.trim().toLowerCase()
}
