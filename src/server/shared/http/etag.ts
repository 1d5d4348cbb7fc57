import type { FastifyRequest } from 'fastify'
import { etagOf, type Versioned } from '#domain/api/etag.ts'
import { DomainError } from '#server/platform/domain-error.ts'

/** A list of entity tags (RFC 9110, sections 5.6.1 and 8.8.3): a tag may hold commas, and a list may have empty elements. */
const LIST = /^(?:[\t ,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")+[\t ,]*$/u
/** What releases sent that did not bind an ETag to its object: pages that were loaded from them still do. */
const UNBOUND = /^"\d{1,9}"(?:, "\d{1,9}")?$/u
const TAG = /"[^"]*"/gu

/** Whether the present state of an object is one that the caller has seen. */
export type IsCurrent = (present: Versioned) => boolean

/**
 * Reads If-Match (RFC 9110, section 13.1.1). Proxies that compress mark our ETags as weak (`W/`), which changes nothing
 * about what the caller has seen. A tag of anything else matches nothing.
 *
 * @returns undefined where the caller sent none or takes any version (`*`)
 * @throws DomainError stale for the ETags of earlier releases; invalid where the header is no list of entity tags
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
  const tags = new Set(header.match(TAG))
  return (present) => tags.has(etagOf(present))
}
