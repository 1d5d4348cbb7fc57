import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/refusal.ts'

const ETAG = /^"(\d{1,9})"$/u
/** Nobody has seen more versions of something than the one that is known and the one that is on its way. */
const MOST = 2

/** The ETag of a version (RFC 9110, section 8.8.3). */
export function etagOf(version: number): string {
  return `"${version}"`
}

/**
 * The versions that a caller has seen, any of which may be the present one (RFC 9110, section 13.1.1), from If-Match;
 * undefined where it sent none or takes any.
 *
 * @throws Refusal invalid where the header is not made of our ETags, or names more than two
 */
export function readIfMatch(request: FastifyRequest): readonly number[] | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  const tags = header.split(',', MOST + 1)
  const versions = tags.map((tag) => ETAG.exec(tag.trim())?.[1])
  if (tags.length > MOST || versions.includes(undefined)) {
    throw new Refusal('invalid', 'If-Match is not an ETag of this application.')
  }
  return versions.map(Number)
}
