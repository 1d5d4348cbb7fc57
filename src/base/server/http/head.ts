import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** The methods of a route: HEAD is answered as GET is, by the same handler and with the same headers. */
export function methodsOf(method: string): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

/** Node sends no body to HEAD; what would be streamed is not read either. */
export function leaveBodiesOutOfHead(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method }, _reply, payload) => {
    if (method !== 'HEAD' || !(payload instanceof Readable)) return payload
    payload.destroy()
    return null
  })
}
