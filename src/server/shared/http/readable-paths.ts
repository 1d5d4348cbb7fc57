import type { FastifyInstance } from 'fastify'
import { DomainError } from '#server/platform/domain-error.ts'

/** No path of ours contains a null character, and file systems do not allow one. */
export function refuseUnreadablePaths(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const [path = ''] = url.split('?')
    if (path.includes('%00')) throw new DomainError('invalid', 'That address isn’t valid. Please check it.')
  })
}
