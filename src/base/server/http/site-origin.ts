import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** BASE_URL of the site; undefined in development. */
    baseUrl: URL | undefined
  }
}

/** The origin of absolute addresses in responses: BASE_URL, or the address that the caller used. */
export function siteOrigin({ server, protocol, host }: FastifyRequest): string {
  return (server.baseUrl ?? URL.parse(`${protocol}://${host}`))?.origin ?? 'http://localhost'
}
