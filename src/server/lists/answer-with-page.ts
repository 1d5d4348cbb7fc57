import type { FastifyReply } from 'fastify'
import type { WrittenJson } from '#server/written-json.ts'
import type { Page } from './page.ts'

/** What says where a list goes on: the request for one page of it, and the answer. */
export interface PageCall {
  request: { url: string }
  reply: Pick<FastifyReply, 'header'>
}

/** Answers with a page, and says beside it how many rows there are in all, and where the next page is. */
export function answerWithPage<Row>(
  { rows, total, nextCursor }: Page<Row>,
  call: PageCall,
): WrittenJson<Row[]> {
  sayWhatFollows({ total, nextCursor }, call)
  return rows
}

/** Says how many rows a list has, and where its next page is: the same question, behind this place (RFC 8288). */
export function sayWhatFollows(
  { total, nextCursor }: Pick<Page<unknown>, 'total' | 'nextCursor'>,
  { request, reply }: PageCall,
): void {
  if (total !== null) reply.header('x-total-count', total)
  if (nextCursor === null) return
  const { pathname, searchParams } = new URL(request.url, 'http://site.invalid')
  searchParams.set('cursor', nextCursor)
  reply.header('link', `<${pathname}?${searchParams.toString()}>; rel="next"`)
}
