import type { Readable } from 'node:stream'
import type { Acting } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import { documentsOfApplication } from '#server/documents/queries.ts'
import { signaturesOf } from '#server/signing/queries.ts'
import { reviewedApplication } from '../reviewed.ts'
import { streamArchive } from './archive.ts'
import { makeSummary } from './make-summary.ts'

/**
 * Opens everything that an application holds as one ZIP, and records that it is taken. A client who uploaded nothing
 * yet has a summary and a manifest all the same.
 *
 * @throws Refusal not-found for an application that is missing or out of reach
 */
export async function openArchive(
  context: Context,
  applicationId: string,
  { actor, origin, now }: Acting,
): Promise<Readable> {
  const { db } = context.database
  const application = await reviewedApplication(context, applicationId, actor)
  const documents = await documentsOfApplication(db, applicationId)
  await appendAudit(db, {
    action: 'application.downloaded',
    details: { documents: documents.length },
    actor,
    objectId: applicationId,
    ip: origin.ip,
    at: now,
  })
  const signatures = await signaturesOf(
    db,
    documents.map(({ id }) => id),
  )
  const summary = () => makeSummary({ application, signatures }, context.settings.branding, now)
  return streamArchive(context, { applicationId, documents, signatures, summary, now })
}
