import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { VERSION } from '#base/server/version.ts'
import type { Context } from '#base/server/context.ts'
import { livingNodes } from '#base/server/nodes/nodes.ts'
import { proxyOf } from '#base/server/http/untrusted-proxy.ts'
import { reasonsNotReady } from '#base/server/nodes/readiness.ts'
import { systemHealth } from '#features/operations/server/system/health.ts'

/**
 * `/healthz`: the process answers, and the proxy of this request; `/healthz?verbose`: the release and the health of each part. `/readyz`:
 * whether this server, or this machine with several workers, should get requests (docs/decisions/0043).
 */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: { verbose?: string } }>('/healthz', async (request, reply) => {
    const details =
      request.query.verbose === undefined
        ? {}
        : {
            version: VERSION,
            versions: await versionsHere(context),
            parts: await partsOf(context),
          }
    return reply
      .header('cache-control', 'no-store')
      .send({ status: 'ok', proxy: proxyOf(request), ...details })
  })
  app.get('/readyz', async (_request, reply) => {
    const own = await reasonsNotReady(context)
    const failed = [...new Set([...own, ...(context.node.siblings?.notReady ?? [])])]
    return reply
      .code(failed.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: failed.length === 0 ? 'ok' : 'not ready', failed })
  })
}

/** The releases running on this machine: two while an upgrade replaces the workers. */
async function versionsHere({ database }: Context): Promise<string[]> {
  const living = await livingNodes(database).catch(() => [])
  const here = living.filter(({ name }) => name.startsWith(`${hostname()}:`))
  return [...new Set(here.map(({ version }) => version))]
}

/** Only names and health; figures are for system administrators. */
async function partsOf(context: Context): Promise<Record<string, string>> {
  const { checks } = await systemHealth(context)
  return Object.fromEntries(checks.map(({ name, health }) => [name, health]))
}
