import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { WIDEST_LIMIT_BYTES } from '#features/applications/rules/documents/kinds.ts'
import type { Context } from '#base/server/context.ts'
import type { Origin } from '#features/access/server/actor.ts'
import { createOwnerQueues } from '#base/server/concurrency/owner-queues.ts'
import { createWorkQueue } from '#base/server/concurrency/work-queue.ts'
import { bodyOf, discardRest } from '#base/server/http/raw-body.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { limitBytes, tooLarge } from '#base/server/storage/limit-bytes.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { certificatesUsed } from './queries.ts'
import { MAX_VERIFICATIONS, verificationIsBusy } from './sealing/run-sealer.ts'
import { countVerification, verifyDocument } from './verify.ts'

/** The largest letter, a certificate page and the seal. */
const LARGEST = WIDEST_LIMIT_BYTES + 1024 * 1024
/** A slow sender loses its slot after this time: 11 MB on a line of 1.5 Mbit/s. */
const MAX_RECEIVING_MS = 60_000

const perAddress = createOwnerQueues({ width: 1, maxWaiting: 0, whenFull: addressIsBusy })
/** Each body takes up to 11 MB, so it is not read before a slot is free. */
const inProgress = createWorkQueue({
  width: MAX_VERIFICATIONS,
  maxWaiting: 0,
  whenFull: verificationIsBusy,
})

/**
 * Registers the verification of PDFs, whose raw bytes are outside of the JSON contract. Nothing is stored. All limits
 * apply before the body is read.
 *
 * @param scope a Fastify scope whose bodies are not parsed
 */
export function registerVerifyTarget(scope: FastifyInstance, context: Context): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/pdf', (_request, _body, done) => done(null))
  scope.post('/api/verify-document', async ({ ip, raw }, reply) => {
    const origin = originOf(ip)
    const verify = async () => {
      await countVerification(context, origin)
      const bytes = await receive(raw)
      return verifyDocument({ context, actor: null, origin, now: context.now() }, bytes)
    }
    try {
      const verdict = await perAddress.run(addressKey(origin.ip), () => inProgress.run(verify))
      return await reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(verdict))
    } catch (error) {
      discardRest(raw)
      throw error
    }
  })
}

function addressIsBusy(): DomainError {
  return new DomainError(
    'throttled',
    'Another document from your network is being verified. Please try again in a moment.',
    { code: 'throttled', retryAfterSeconds: 5 },
  )
}

/** @throws DomainError too-large, or invalid where the body is interrupted */
async function receive(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST) throw tooLarge()
  const timer = setTimeout(() => request.destroy(), MAX_RECEIVING_MS)
  try {
    return await buffer(limitBytes(bodyOf(request), { maxBytes: LARGEST }))
  } finally {
    clearTimeout(timer)
  }
}

/** Serves the certificates that documents were sealed with, for verification by other programs. */
export function registerSealCertificates(app: FastifyInstance, context: Context): void {
  app.get('/api/seal-certificates', async (_request, reply) =>
    reply
      .header('content-disposition', 'attachment; filename="seal-certificates.pem"')
      .header('cache-control', 'no-store')
      .type('application/x-pem-file')
      .send((await certificatesUsed(context.database.db)).join('')),
  )
}

function originOf(ip: string): Origin {
  return { ip: isIP(ip) === 0 ? null : ip, userAgent: null }
}
