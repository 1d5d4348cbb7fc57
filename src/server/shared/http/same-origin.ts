import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#server/platform/domain-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that changes something comes from our own pages. Browsers always send Origin with such a
 * request; what sends none is no browser, and carries no cookie that somebody else planted.
 */
function comesFromOurPages(request: FastifyRequest, baseUrl: URL | undefined): boolean {
  const { origin } = request.headers
  if (origin === undefined) return request.headers['sec-fetch-site'] !== 'cross-site'
  if (baseUrl !== undefined) return origin === baseUrl.origin
  return URL.canParse(origin) && new URL(origin).host === request.headers.host
}

/** Refuses requests from foreign pages, beside SameSite cookies (OWASP: CSRF defence in depth). */
export function refuseForeignOrigins(app: FastifyInstance, baseUrl: URL | undefined): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || comesFromOurPages(request, baseUrl)) return
    throw new DomainError(
      'forbidden',
      'This request didn’t come from our own pages, so it was not processed.',
    )
  })
}
