import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/refusal.ts'

const ETAG = /^"(\d{1,9})"$/u

/** The ETag of a version (RFC 9110, section 8.8.3). */
export function etagOf(version: number): string {
  return `"${version}"`
}

/**
 * The version that a caller has seen, from If-Match; undefined where it sent none or takes any.
 *
 * @throws Refusal invalid where the header is not one of our ETags
 */
export function readIfMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  const [, version] = ETAG.exec(header.trim()) ?? []
  if (version === undefined) throw new Refusal('invalid', 'If-Match is not an ETag of this application.')
  return Number(version)
}
