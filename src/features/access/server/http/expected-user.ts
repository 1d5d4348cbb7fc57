import type { FastifyRequest } from 'fastify'
import type { Actor } from '#features/access/server/actor.ts'
import { DomainError } from '#base/server/domain-error.ts'

/**
 * Rejects a request of a page that was loaded for another user, since someone else signed in in the same browser. Pages
 * send their user's id (`X-User-Id`); other callers need not.
 *
 * @throws DomainError conflict (409, `another-user`)
 */
export function requireExpectedUser(actor: Actor | null, { headers }: FastifyRequest): void {
  const expected = headers['x-user-id']
  if (actor === null || expected === undefined || expected === actor.userId) return
  throw new DomainError(
    'conflict',
    'Someone else has since signed in on this browser, so your request was not processed. Please reload the page.',
    { code: 'another-user' },
  )
}
