import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, notFound } from '#base/server/domain-error.ts'

/** Paths of programs; elsewhere the client shows a page. */
const API = /^\/(?:api|objects|fais-documents)\//u

interface KnownRoute {
  segments: readonly string[]
  methods: readonly string[]
}

/**
 * Answers requests that no route matches: 405 with `Allow` (RFC 9110, section 15.5.6) where the path has other methods,
 * else 404. Both depend on the path's shape alone, which the description publishes, and never on who asks.
 */
export function answerUnknownRoutes(
  app: FastifyInstance,
  send: (reply: FastifyReply, error: DomainError) => Promise<void>,
): void {
  const routes: KnownRoute[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (API.test(url) && !url.includes('*'))
      routes.push({ segments: url.split('/'), methods: [method].flat() })
  })
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methodsAt(routes, request)
    if (allowed.length === 0 || allowed.includes(request.method)) return send(reply, notFound())
    reply.header('allow', allowed.join(', '))
    const message = `${request.method} is not possible here. Possible: ${allowed.join(', ')}.`
    return send(reply, new DomainError('wrong-method', message))
  })
}

function methodsAt(routes: readonly KnownRoute[], { url }: FastifyRequest): string[] {
  const [path = ''] = url.split('?')
  const given = path.split('/')
  const methods = routes
    .filter(
      ({ segments }) =>
        segments.length === given.length &&
        segments.every((segment, index) =>
          segment.startsWith(':') ? given[index] !== '' : segment === given[index],
        ),
    )
    .flatMap((route) => route.methods)
  return [...new Set(methods)].toSorted()
}
