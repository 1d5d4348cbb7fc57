import type { FastifyInstance } from 'fastify'
import type { Context } from '#base/server/context.ts'

/** The forwarded headers of a response. */
const PASSED_ON = ['content-type', 'cache-control', 'etag', 'last-modified', 'location'] as const

/**
 * The API's description at `/api/openapi.json`, and as pages at `/api/docs`. Generated on the first request, since it
 * takes a tenth of a second and some megabytes.
 */
export function registerApiDocs(app: FastifyInstance, context: Pick<Context, 'settings'>): void {
  const make = async () => {
    const { makeDocumentation } = await import('./documentation.ts')
    return makeDocumentation(`${context.settings.branding.firmName}: client onboarding`)
  }
  let made: ReturnType<typeof make> | undefined
  const documentation = () => (made ??= make())
  app.get('/api/openapi.json', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send((await documentation()).json),
  )
  for (const path of ['/api/docs', '/api/docs/*']) {
    app.get(path, async (request, reply) => {
      const { pages } = await documentation()
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
