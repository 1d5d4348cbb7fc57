import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#base/server/context.ts'
import { siteOrigin } from '#base/server/http/site-origin.ts'

/** The forwarded headers of a response. */
const PASSED_ON = ['content-type', 'cache-control', 'etag', 'last-modified', 'location'] as const

/**
 * The API's description at `/api/openapi.json`, and as pages at `/api/docs`. Generated on the first request, since it
 * takes a tenth of a second and some megabytes.
 */
export function registerApiDocs(app: FastifyInstance, context: Pick<Context, 'settings'>): void {
  const make = async (origin: string) => {
    const { makeDocumentation } = await import('./documentation.ts')
    return makeDocumentation({ firmName: context.settings.branding.firmName, origin })
  }
  let made: ReturnType<typeof make> | undefined
  const documentation = (request: FastifyRequest) => (made ??= make(siteOrigin(request)))
  app.get('/api/openapi.json', async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send((await documentation(request)).json),
  )
  for (const path of ['/api/docs', '/api/docs/*']) {
    app.get(path, async (request, reply) => {
      const { pages } = await documentation(request)
      const { statusCode, headers, rawPayload } = await pages.inject({
        url: request.url,
        headers: { 'if-none-match': request.headers['if-none-match'] ?? '' },
      })
      if (statusCode >= 400) return reply.callNotFound()
      for (const name of PASSED_ON) if (headers[name] !== undefined) reply.header(name, headers[name])
      return reply.code(statusCode).send(rawPayload)
    })
  }
}
