import { once } from 'node:events'
import { Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/shared/context.ts'
import { DomainError } from '#server/platform/domain-error.ts'

/** Another server answers at once, where there is one; a new one where there is none. */
const shuttingDown = new DomainError(
  'unavailable',
  'The server is restarting. Your request was not processed; please try again in a moment.',
  { retryAfterSeconds: 5 },
)

/**
 * Asks whoever comes over a connection of a server that leaves to use another one for the next request, and refuses
 * what comes after it has closed.
 */
export function rejectDuringShutdown(app: FastifyInstance, { node }: Pick<Context, 'node'>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (node.phase !== 'serving') reply.header('connection', 'close')
    done(node.phase === 'closing' ? shuttingDown : undefined)
  })
}

/**
 * Ends the serving of requests: `/readyz` says so first, then whatever sends people here has time to hear of it while
 * they are served as before, then no connection is taken any more, and what is under way is finished.
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

/** For so long a connection that stands may bring another request, and is then asked to come anew: to another server. */
const LINGER_MS = 3000
const POLL_MS = 250

/**
 * Leaves a port to the other servers of this machine that have it too: takes no connection any more, and answers what comes
 * over those that stand, until all are closed. Nothing is refused, and nobody outside hears of it.
 */
export async function drain(app: FastifyInstance, { node }: Pick<Context, 'node'>): Promise<void> {
  node.phase = 'handing-over'
  const closed = new AbortController()
  const over = once(app.server, 'close').then(() => closed.abort())
  // The HTTP server's own `close` would at once cut off connections that nothing is asked over: whoever is about to
  // ask over one of them would get no answer.
  NetServer.prototype.close.call(app.server)
  await wait(LINGER_MS, undefined, { signal: closed.signal }).catch(() => undefined)
  while (!closed.signal.aborted) {
    app.server.closeIdleConnections()
    await wait(POLL_MS, undefined, { signal: closed.signal }).catch(() => undefined)
  }
  await over
}
