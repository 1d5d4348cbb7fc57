import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Node } from '#base/server/node-state.ts'

/** Whether a request came through a proxy that sets X-Forwarded-For, and whether TRUST_PROXY names it. */
export function proxyOf({ headers, ips = [] }: FastifyRequest): 'none' | 'trusted' | 'untrusted' {
  if (headers['x-forwarded-for'] === undefined) return 'none'
  // A trusted proxy has named the client's address.
  return ips.length > 1 ? 'trusted' : 'untrusted'
}

/**
 * Logs once that a proxy is in front which TRUST_PROXY does not name: all requests then seem to share one address, and
 * twenty wrong passwords would block sign-in for all users.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, node: Node): void {
  app.addHook('onRequest', async (request) => {
    if (node.untrustedProxy !== null || proxyOf(request) !== 'untrusted') return
    const { socket, log } = request
    node.untrustedProxy = socket.remoteAddress ?? 'an unknown address'
    log.warn(
      { address: socket.remoteAddress },
      'X-Forwarded-For came from an address that TRUST_PROXY does not name, and is ignored. Is it your proxy? Then set TRUST_PROXY.',
    )
  })
}
