import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, type Versioned } from '#base/rules/api/etag.ts'
import { hasSeen } from './etag.ts'

const HASH_LENGTH = 16

/**
 * Sends an answer as JSON. Reads get an ETag of what is sent, since it may change without the object's version, and
 * differs between readers; a caller that has seen it gets 304 (RFC 9110, section 13.1.2).
 */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  status = 200,
): FastifyReply {
  const body = JSON.stringify(answer)
  const version = isVersioned(answer) ? etagOf(answer) : undefined
  reply.header('cache-control', 'no-store')
  if (isRead(request)) {
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH)
    const etag = version === undefined ? `W/"${hash}"` : `${version.slice(0, -1)}.${hash}"`
    reply.header('etag', etag)
    if (hasSeen(request, etag)) return reply.code(304).send()
  } else if (version !== undefined) reply.header('etag', version)
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** HEAD is answered as GET, without the body. */
function isRead({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isVersioned(answer: unknown): answer is Versioned {
  if (typeof answer !== 'object' || answer === null || !('version' in answer) || !('id' in answer))
    return false
  return typeof answer.version === 'number' && typeof answer.id === 'string'
}
