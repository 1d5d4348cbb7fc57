import type { FastifyInstance } from 'fastify'
import { DomainError } from '#server/platform/domain-error.ts'

/** No address of ours has a character 0, and no file system has a name for it. */
export function refuseUnreadablePaths(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const [path = ''] = url.split('?')
    if (path.includes('%00')) throw new DomainError('invalid', 'That address isn’t valid.')
  })
}
