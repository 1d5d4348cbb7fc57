import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#base/server/domain-error.ts'
import { answerError } from './problem.ts'

/** An address that no page has: the client shows "Page not found" there. */
const NOT_FOUND_PAGE = '/not-found'

const asksForPage = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && (headers.accept ?? '').includes('text/html')

/** No path of ours contains a null character, and file systems do not allow one. */
export function refuseUnreadablePaths(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (!path.includes('%00')) return
    if (asksForPage(request)) return reply.redirect(NOT_FOUND_PAGE)
    throw new DomainError('invalid', 'That address isn’t valid. Please check it.')
  })
}

/** Answers what Fastify rejects before hooks and handlers: for a browser a page, for programs problem JSON. */
export function answerUnreadablePath(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error.code === 'FST_ERR_BAD_URL' && asksForPage(request)) void reply.redirect(NOT_FOUND_PAGE)
  else void answerError(error, request, reply)
}
