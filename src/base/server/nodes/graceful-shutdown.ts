import { once } from 'node:events'
import { Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#base/server/context.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** Another server can answer at once; a restarted one soon. */
const shuttingDown = new DomainError(
  'unavailable',
  'The server is restarting. Your request was not processed; please try again in a moment.',
  { retryAfterSeconds: 5 },
)

/** Asks clients of a stopping server to reconnect, and rejects requests after it has closed. */
export function rejectDuringShutdown(app: FastifyInstance, { node }: Pick<Context, 'node'>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (node.phase !== 'serving') reply.header('connection', 'close')
    done(node.phase === 'closing' ? shuttingDown : undefined)
  })
}

/**
 * Graceful shutdown: `/readyz` fails first, then requests are served until load balancers have noticed, then no
 * connections are accepted and requests in flight finish.
 */
export async function shutDown(
  app: FastifyInstance,
  { node, settings }: Pick<Context, 'node' | 'settings'>,
): Promise<void> {
  node.phase = 'leaving'
  if (app.server.listening) await wait(settings.shutdownPauseMs)
  node.phase = 'closing'
  await app.close()
}

/** How long an open connection may send another request, which asks it to reconnect to another server. */
const LINGER_MS = 3000
const POLL_MS = 250

/**
 * Hands the port to the machine's other servers: accepts no connections, and serves open ones until they are closed.
 * Nothing is rejected or visible outside.
 */
export async function drain(app: FastifyInstance, { node }: Pick<Context, 'node'>): Promise<void> {
  node.phase = 'handing-over'
  const closed = new AbortController()
  const over = once(app.server, 'close').then(() => closed.abort())
  // The HTTP server's own `close` would drop idle connections at once, and with them a request just being sent.
  NetServer.prototype.close.call(app.server)
  await wait(LINGER_MS, undefined, { signal: closed.signal }).catch(() => undefined)
  while (!closed.signal.aborted) {
    app.server.closeIdleConnections()
    await wait(POLL_MS, undefined, { signal: closed.signal }).catch(() => undefined)
  }
  await over
}
