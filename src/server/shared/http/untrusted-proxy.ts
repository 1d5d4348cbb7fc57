import type { FastifyInstance } from 'fastify'
import type { Node } from '#server/platform/node-state.ts'

/**
 * Logs once that a proxy is in front which TRUST_PROXY does not name: all requests then seem to share one address, and
 * twenty wrong passwords would block sign-in for all users.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, node: Node): void {
  app.addHook('onRequest', async ({ headers, ips = [], socket, log }) => {
    // A trusted proxy has named the client's address.
    if (node.untrustedProxy !== null || headers['x-forwarded-for'] === undefined || ips.length > 1) return
    node.untrustedProxy = socket.remoteAddress ?? 'an unknown address'
    log.warn(
      { address: socket.remoteAddress },
      'X-Forwarded-For came from an address that TRUST_PROXY does not name, and is ignored. Is it your proxy? Then set TRUST_PROXY.',
    )
  })
}
