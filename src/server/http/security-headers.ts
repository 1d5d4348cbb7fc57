import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const ONE_YEAR_SECONDS = 31_536_000

/** What the policies depend on. */
interface Site {
  https: boolean
  /** Where uploads go besides this site. */
  uploadOrigin: string | undefined
}

/**
 * A strict content policy: no inline code, and no inline styles but those of one page, by their hashes.
 *
 * @param styles hash sources, such as `'sha256-…'`
 */
export function contentPolicy({ https, uploadOrigin }: Site, styles: readonly string[] = []) {
  const ownAndUploads = uploadOrigin === undefined ? ["'self'"] : ["'self'", uploadOrigin]
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", ...styles],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      connectSrc: ownAndUploads,
      frameSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      ...(https ? { upgradeInsecureRequests: [] } : {}),
    },
  }
}

/** The headers of every answer: the strict content policy, and the usual ones. */
export async function sendSecurityHeaders(app: FastifyInstance, site: Site): Promise<void> {
  const { https } = site
  await app.register(helmet, {
    contentSecurityPolicy: contentPolicy(site),
    strictTransportSecurity: https ? { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onSend', async (request, reply) => {
    // Nothing of the API is kept by anybody on the way, whatever answers it.
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  })
}
