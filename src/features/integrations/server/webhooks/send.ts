import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { webhookEndpoints } from '#features/integrations/schema.ts'
import type { Context } from '#base/server/context.ts'
import { reasonOf } from '#base/server/logging/describe-error.ts'
import { VERSION } from '#base/server/version.ts'
import { AddressNotAllowedError, checkUrl } from './addresses.ts'
import { allowedBy } from './allowed-addresses.ts'
import { post } from './dial.ts'
import { signedHeaders } from './sign.ts'

type Endpoint = typeof webhookEndpoints.$inferSelect

/** How much of a response is stored. */
const STORED_ANSWER = 1000
const ERROR_LENGTH = 500

/** Result of an attempt. */
export type Outcome = { ms: number } & (
  | { kind: 'answered'; status: number; answer: string; retryAfterMs: number | null; address: string }
  | { kind: 'failed' | 'not-allowed' | 'stopped'; error: string }
)

/** The id of a message, the same at every attempt: the receiver’s idempotency key. */
export function messageIdOf(eventId: string): string {
  return `evt_${eventId}`
}

/** Sends an event to an endpoint once, signed with its secrets. Never throws. */
export async function send(
  { settings, keyring, now }: Pick<Context, 'settings' | 'keyring' | 'now'>,
  endpoint: Endpoint,
  { id, body }: { id: string; body: string },
  stopping?: AbortSignal,
): Promise<Outcome> {
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  try {
    const allowed = allowedBy(settings)
    const message = { id: messageIdOf(id), at: now(), body }
    const headers = {
      'content-type': 'application/json',
      'user-agent': `ClientOnboarding/${VERSION}`,
      ...signedHeaders(secretsOf(keyring, endpoint, now()), message),
    }
    const answer = await post(checkUrl(endpoint.url, allowed), { headers, body, allowed, stopping })
    const { status, retryAfter, address } = answer
    return {
      kind: 'answered',
      status,
      answer: storable(answer.body).slice(0, STORED_ANSWER),
      retryAfterMs: retryAfterIn(retryAfter, now()),
      address,
      ms: ms(),
    }
  } catch (error) {
    const kind =
      error instanceof AddressNotAllowedError
        ? 'not-allowed'
        : stopping?.aborted === true
          ? 'stopped'
          : 'failed'
    return { kind, error: storable(reasonOf(error)).slice(0, ERROR_LENGTH), ms: ms() }
  }
}

function secretsOf(keyring: Context['keyring'], endpoint: Endpoint, now: Date): string[] {
  const { id, secret, previousSecret, previousUntil } = endpoint
  const isRotating = previousSecret !== null && previousUntil !== null && previousUntil > now
  return [secret, ...(isRotating ? [previousSecret] : [])].map((one) =>
    decrypt(keyring, webhookEndpoints.secret, id, one),
  )
}

/** PostgreSQL stores no zero bytes. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** `Retry-After` in seconds or as a date (RFC 9110); null if it is neither. */
function retryAfterIn(header: string | null, now: Date): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/u.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
