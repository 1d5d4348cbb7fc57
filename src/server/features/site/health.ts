import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/shared/context.ts'
import { reasonsNotReady } from '#server/shared/nodes/readiness.ts'
import { systemHealth } from '#server/features/dashboards/system/health.ts'

/**
 * `/healthz`: the process answers; `/healthz?verbose`: how each part of the system is, the shared ones too. `/readyz`:
 * whether this server should get requests (docs/decisions/0043), or this
 * machine, where several share its port.
 */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: { verbose?: string } }>('/healthz', async ({ query }, reply) => {
    const parts = query.verbose === undefined ? undefined : await partsOf(context)
    return reply.header('cache-control', 'no-store').send({ status: 'ok', parts })
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

/** Names and health: figures are for those who look after the system. */
async function partsOf(context: Context): Promise<Record<string, string>> {
  const { checks } = await systemHealth(context)
  return Object.fromEntries(checks.map(({ name, health }) => [name, health]))
}
