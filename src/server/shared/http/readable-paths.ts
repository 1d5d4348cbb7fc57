import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/platform/refusal.ts'

/** No address of ours has a character 0, and no file system has a name for it. */
export function refuseUnreadablePaths(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const [path = ''] = url.split('?')
    if (path.includes('%00')) throw new Refusal('invalid', 'That address cannot be read.')
  })
}
