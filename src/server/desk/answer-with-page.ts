import type { FastifyReply } from 'fastify'
import type { ListPage } from './list.ts'

/** Says beside a page how many rows there are, and where the next page is: at this address with another cursor (RFC 8288). */
export function answerWithPage<Row>(
  { rows, total, nextCursor }: ListPage<Row>,
  request: { url: string },
  reply: FastifyReply,
): Row[] {
  if (total !== null) reply.header('x-total-count', total)
  if (nextCursor !== null) {
    const next = new URL(request.url, 'http://localhost')
    next.searchParams.set('cursor', nextCursor)
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return rows
}
