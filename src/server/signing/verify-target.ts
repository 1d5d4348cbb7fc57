import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { WIDEST_LIMIT_BYTES } from '#domain/documents/kinds.ts'
import type { Context } from '#server/context.ts'
import type { Origin } from '#server/actor.ts'
import { certificatesUsed } from './queries.ts'
import { countVerification, verifyDocument } from './verify.ts'

/** A certificate page and the seal come on top of the largest letter. */
const LARGEST = WIDEST_LIMIT_BYTES + 1024 * 1024

/**
 * Takes PDFs that somebody wants to have verified: their bytes as they come, beside the routes of the contract, which
 * speak JSON. Nothing of them is kept.
 *
 * @param scope a scope of its own, for its content type
 */
export function registerVerifyTarget(scope: FastifyInstance, context: Context): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/pdf',
    { parseAs: 'buffer', bodyLimit: LARGEST },
    (_request, body, done) => done(null, body),
  )
  scope.post(
    '/api/verify-document',
    {
      // Counted before the document is read: whoever comes too often sends it in vain.
      onRequest: async (request) => countVerification(context, originOf(request.ip)),
    },
    async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const verdict = await verifyDocument(
        { context, actor: null, origin: originOf(request.ip), now: context.now() },
        bytes,
      )
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(verdict))
    },
  )
}

/** The certificates that documents were sealed with, for whoever verifies one by a program of their own. */
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
