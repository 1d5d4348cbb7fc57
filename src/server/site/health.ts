import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'

/** `/healthz`: the process answers. `/readyz`: database and object store answer too. */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (request, reply) => {
    const checks = {
      database: context.database.pool.query('select 1'),
      objectStore: context.store.check(),
    }
    const names = Object.keys(checks)
    const results = await Promise.allSettled(Object.values(checks))
    const failed = names.filter((_, index) => results[index]?.status === 'rejected')
    if (context.node.phase !== 'serving') failed.push('stopping')
    if (failed.length > 0) request.log.error({ failed }, 'not ready')
    return reply
      .code(failed.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: failed.length === 0 ? 'ok' : 'not ready', failed })
  })
}
