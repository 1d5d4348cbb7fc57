import { randomBytes } from 'node:crypto'
import type { Context } from '#base/server/context.ts'
import { traceHeaders } from '#base/server/tracing/span.ts'
import type { Stamping } from './sealing/task.ts'

/** How long a signer waits for the time-stamp server; after that the stamp is added later. */
const WITHIN_MS = 3000
/** A time-stamp and its certificates. */
const LARGEST_ANSWER = 64 * 1024

/**
 * Asks the server in `SEAL_TSA_URL` for a time-stamp (RFC 3161); null where none is configured, or it does not answer
 * in time. The sealing process checks the response.
 *
 * @param imprint the SHA-256 of what is stamped
 */
export async function askForTimestamp(
  { settings: { sealTsaUrl }, log }: Pick<Context, 'settings' | 'log'>,
  imprint: Uint8Array,
): Promise<Stamping | null> {
  if (sealTsaUrl === undefined) return null
  try {
    const request = requestFor(imprint)
    const response = await fetch(sealTsaUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        ...traceHeaders(),
      },
      body: request,
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    if (!response.ok) throw new Error(`It answers ${response.status}.`)
    return { request, answer: await bounded(response) }
  } catch (error) {
    log.warn({ err: error }, 'the time-stamp server did not answer')
    return null
  }
}

/**
 * A request (RFC 3161, 2.4.1): version 1, SHA-256 and imprint, a nonce, and the request for the certificate. The length
 * is fixed, so it is written by hand: ASN.1 libraries are loaded only in the sealing process.
 */
function requestFor(imprint: Uint8Array): Uint8Array<ArrayBuffer> {
  const number = randomBytes(8)
  // DER requires a positive number without leading zeros.
  number[0] = ((number[0] ?? 0) & 0x3f) | 0x40
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('30430201013031300d060960864801650304020105000420', 'hex'),
      imprint,
      Buffer.from('0208', 'hex'),
      number,
      Buffer.from('0101ff', 'hex'),
    ]),
  )
}

async function bounded({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length > LARGEST_ANSWER) throw new Error('Its answer is too large.')
  }
  return Buffer.concat(parts)
}
