import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/refusal.ts'

/** Characters that can be seen, with quotes around them or without. */
const KEY = /^(?:"(?<quoted>[!#-[\]-~]{1,255})"|(?<plain>[!#-~]{1,255}))$/u

/**
 * The Idempotency-Key of a request (draft-ietf-httpapi-idempotency-key-header); null where it sent none.
 *
 * @throws Refusal invalid where the header is none
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const { quoted, plain } = KEY.exec(String(header).trim())?.groups ?? {}
  const key = quoted ?? plain
  if (key !== undefined) return key
  throw new Refusal('invalid', 'Idempotency-Key is 1 to 255 letters, digits and signs: a UUID, say.')
}
