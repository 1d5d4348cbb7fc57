import type { FastifyInstance } from 'fastify'

/**
 * Says once in the log that a proxy stands in front which TRUST_PROXY does not name: all that comes through it seems to
 * come from one address, and twenty wrong passwords of anybody would close the sign-in for everybody.
 */
export function warnOfUntrustedProxies(app: FastifyInstance): void {
  let isLogged = false
  app.addHook('onRequest', async ({ headers, ips = [], socket, log }) => {
    // Whoever is trusted has named the address before theirs.
    if (isLogged || headers['x-forwarded-for'] === undefined || ips.length > 1) return
    isLogged = true
    log.warn(
      { address: socket.remoteAddress },
      'X-Forwarded-For came from an address that TRUST_PROXY does not name, and is ignored. Is it your proxy? Then set TRUST_PROXY.',
    )
  })
}
