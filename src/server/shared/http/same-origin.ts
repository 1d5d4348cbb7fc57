import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#server/platform/domain-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a changing request comes from our own pages. Browsers always send Origin with it; requests without one are no
 * browsers, so they carry no foreign cookies.
 */
function comesFromOurPages(request: FastifyRequest, baseUrl: URL | undefined): boolean {
  const { origin } = request.headers
  if (origin === undefined) return request.headers['sec-fetch-site'] !== 'cross-site'
  if (baseUrl !== undefined) return origin === baseUrl.origin
  return URL.canParse(origin) && new URL(origin).host === request.headers.host
}

/** Rejects requests from foreign pages, in addition to SameSite cookies (OWASP: CSRF defence in depth). */
export function refuseForeignOrigins(app: FastifyInstance, baseUrl: URL | undefined): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || comesFromOurPages(request, baseUrl)) return
    throw new DomainError(
      'forbidden',
      'This request didn’t come from our own pages, so it was not processed. Please open our site and try again.',
    )
  })
}
