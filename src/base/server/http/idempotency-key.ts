import type { FastifyRequest } from 'fastify'
import { DomainError } from '#base/server/domain-error.ts'

/** A string of RFC 9651, section 3.3.3, with ignored parameters; or visible characters without quotes. */
const KEY = /^(?:"(?<quoted>(?:[ !#-[\]-~]|\\["\\])+)"(?:[ \t]*;.*)?|(?<plain>[!#-~]+))$/u
const MAX_LENGTH = 255

/**
 * The Idempotency-Key of a request (draft-ietf-httpapi-idempotency-key-header); null without one.
 *
 * @throws DomainError invalid for a malformed header
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const { quoted, plain } = KEY.exec(String(header).trim())?.groups ?? {}
  const key = quoted?.replaceAll(/\\(.)/gu, '$1') ?? plain
  if (key !== undefined && key.length <= MAX_LENGTH) return key
  throw new DomainError('invalid', 'Idempotency-Key must be 1 to 255 printable characters, such as a UUID.')
}
