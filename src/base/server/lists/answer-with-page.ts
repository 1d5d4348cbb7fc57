import type { FastifyReply, FastifyRequest } from 'fastify'
import { siteOrigin } from '#base/server/http/site-origin.ts'
import type { Page } from './paginate.ts'

/** The request for a page and its reply. */
export interface PageCall {
  request: FastifyRequest
  reply: Pick<FastifyReply, 'header'>
}

/** Returns the rows of a page, and sets the pagination headers. */
export function answerWithPage<Row>(page: Page<Row>, call: PageCall): Row[] {
  setPaginationHeaders(page, call)
  return page.rows
}

/** Sets `X-Total-Count`, and the `Link` to the next and the first page of several (RFC 8288), as absolute addresses. */
export function setPaginationHeaders(
  { total, nextCursor }: Pick<Page<unknown>, 'total' | 'nextCursor'>,
  { request, reply }: PageCall,
): void {
  if (total !== null) reply.header('x-total-count', total)
  const address = new URL(request.url, siteOrigin(request))
  if (nextCursor === null && !address.searchParams.has('cursor')) return
  address.searchParams.delete('cursor')
  const first = `<${address.href}>; rel="first"`
  if (nextCursor === null) return void reply.header('link', first)
  address.searchParams.set('cursor', nextCursor)
  reply.header('link', `<${address.href}>; rel="next", ${first}`)
}
