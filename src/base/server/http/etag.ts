import type { FastifyRequest } from 'fastify'
import { etagOf, type Versioned } from '#base/rules/api/etag.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** A list of entity tags (RFC 9110, sections 5.6.1 and 8.8.3): tags may contain commas, and elements may be empty. */
const LIST = /^(?:[\t ,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")+[\t ,]*$/u
/** ETags of releases that did not bind them to an object: pages loaded from these still send them. */
const UNBOUND = /^"\d{1,9}"(?:, "\d{1,9}")?$/u
const TAG = /"[^"]*"/gu
/** The part of a read's ETag that names what was sent, not the version (`sendJson`). */
const OF_BODY = /\.[\w-]+"$/u

/** Whether the caller has seen the object's current state. */
export type IsCurrent = (present: Versioned) => boolean

/**
 * Reads If-Match (RFC 9110, section 13.1.1). Compressing proxies mark our ETags as weak (`W/`), which is ignored. Other
 * tags match nothing.
 *
 * @returns undefined without the header, or for `*`
 * @throws DomainError stale for ETags of earlier releases; invalid for a malformed header
 */
export function readIfMatch(request: FastifyRequest): IsCurrent | undefined {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  if (UNBOUND.test(header)) {
    throw new DomainError(
      'stale',
      'Our site has been updated since you opened this page. Please reload it, then re-enter anything that wasn’t saved.',
    )
  }
  if (!LIST.test(header)) {
    throw new DomainError(
      'invalid',
      'If-Match must be * or a list of quoted ETags, each exactly as received.',
    )
  }
  const tags = new Set(header.match(TAG)?.map((tag) => tag.replace(OF_BODY, '"')))
  return (present) => tags.has(etagOf(present))
}

/** Whether If-None-Match names what would be sent (weak comparison). A malformed header matches nothing. */
export function hasSeen({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const header = headers['if-none-match']?.trim() ?? ''
  if (header === '*') return true
  return LIST.test(header) && header.match(TAG)?.includes(etag.replace(/^W\//u, '')) === true
}
