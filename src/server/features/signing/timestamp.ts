import { randomBytes } from 'node:crypto'
import type { Context } from '#server/shared/context.ts'
import { traceHeaders } from '#server/platform/tracing/span.ts'
import type { Stamping } from './sealing/task.ts'

/** How long a signer waits for the time-stamp server; then the seal goes without for now. */
const WITHIN_MS = 3000
/** A time-stamp and the certificates of whoever made it. */
const LARGEST_ANSWER = 64 * 1024

/**
 * What the server that `SEAL_TSA_URL` names says to a question for a time-stamp (RFC 3161); null where there is none, or
 * it does not answer in time. Whether its answer is one, the process that seals finds out.
 *
 * @param imprint the SHA-256 of what is to be stamped
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
    log.warn({ err: error }, 'the time-stamp server gave no time-stamp')
    return null
  }
}

/**
 * A question (RFC 3161, 2.4.1): version 1, SHA-256 and the imprint, a number that the answer has to repeat, and the wish
 * for the certificate. Always of the same length, so that it is put together by hand: what reads and writes ASN.1 is for
 * the process that seals.
 */
function requestFor(imprint: Uint8Array): Uint8Array<ArrayBuffer> {
  const number = randomBytes(8)
  // Positive, and no shorter than it says: that is how DER wants it.
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
