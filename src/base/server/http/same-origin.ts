import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { DomainError } from '#base/server/domain-error.ts'

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
    throw notFromOurPages()
  })
}

/**
 * Rejects a read that a page of another site causes, before it has any effect: links and pictures there carry the
 * session (`SameSite=Lax`), and would use up limits and renew sessions. Redirects answer people who open an address, not
 * pictures and frames. Browsers always send `Sec-Fetch-*` over HTTPS; requests without them are no browsers.
 *
 * @throws DomainError forbidden (403)
 */
export function refuseForeignReads({ access, answer }: Endpoint, { method, headers }: FastifyRequest): void {
  if (!SAFE_METHODS.has(method)) return
  const { 'sec-fetch-site': site, 'sec-fetch-dest': target } = headers
  const isForeign = site === 'cross-site' || site === 'same-site'
  const isEmbedded = answer === 'redirect' && target !== undefined && target !== 'document'
  if (isEmbedded || (isForeign && access !== 'anyone')) throw notFromOurPages()
}

function notFromOurPages(): DomainError {
  return new DomainError(
    'forbidden',
    'This request didn’t come from our own pages, so it was not processed. Please open our site and try again.',
  )
}
