import type { FastifyReply, FastifyRequest } from 'fastify'

/** Says in the `Link` header (RFC 8288) where a list goes on: the same question, behind this position. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const { pathname, searchParams } = new URL(request.url, 'http://site.invalid')
  searchParams.set('cursor', cursor)
  reply.header('link', `<${pathname}?${searchParams.toString()}>; rel="next"`)
}
