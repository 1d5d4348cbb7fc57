import type { FastifyReply } from 'fastify'
import type { Page } from './paginate.ts'

/** The request for a page and its reply. */
export interface PageCall {
  request: { url: string }
  reply: Pick<FastifyReply, 'header'>
}

/** Returns the rows of a page, and sets the pagination headers. */
export function answerWithPage<Row>(page: Page<Row>, call: PageCall): Row[] {
  setPaginationHeaders(page, call)
  return page.rows
}

/** Sets `X-Total-Count` and the `Link` to the next page (RFC 8288). */
export function setPaginationHeaders(
  { total, nextCursor }: Pick<Page<unknown>, 'total' | 'nextCursor'>,
  { request, reply }: PageCall,
): void {
  if (total !== null) reply.header('x-total-count', total)
  if (nextCursor === null) return
  const { pathname, searchParams } = new URL(request.url, 'http://site.invalid')
  searchParams.set('cursor', nextCursor)
  reply.header('link', `<${pathname}?${searchParams.toString()}>; rel="next"`)
}
