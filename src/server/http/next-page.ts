import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The rows of a page, of those that were found for it: one more than asked for says that the list goes on.
 *
 * @param cursorOf the position of the last row
 */
export function answerWithFirst<Row>(
  found: readonly Row[],
  limit: number,
  {
    request,
    reply,
    cursorOf,
  }: { request: FastifyRequest; reply: FastifyReply; cursorOf: (last: Row) => string },
): Row[] {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  if (found.length > page.length && last !== undefined) linkNextPage(request, reply, cursorOf(last))
  return page
}

/** Says in the `Link` header (RFC 8288) where a list goes on: the same question, behind this position. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const { pathname, searchParams } = new URL(request.url, 'http://site.invalid')
  searchParams.set('cursor', cursor)
  reply.header('link', `<${pathname}?${searchParams.toString()}>; rel="next"`)
}
