import type { Readable } from 'node:stream'
import { record } from '#server/audit/record.ts'
import { correctionsOf } from '#server/corrections/view.ts'
import { keptDocumentsOf } from '#server/documents/queries.ts'
import { signaturesOf } from '#server/signing/queries.ts'
import { alone, type Act } from '#server/work.ts'
import { reviewedApplication } from '../reviewed.ts'
import { streamArchive } from './archive.ts'
import { openSummary } from './make-summary.ts'
import { roundPapers } from './round-papers.ts'

/**
 * Opens everything that an application holds as one ZIP, and records that it is taken. A client who uploaded nothing
 * yet has a summary and a manifest all the same.
 *
 * @throws Refusal not-found for an application that is missing or out of reach
 */
export async function openArchive(act: Act, applicationId: string): Promise<Readable> {
  const { context, actor, now } = act
  const { db } = context.database
  const application = await reviewedApplication(context, applicationId, actor)
  const documents = await keptDocumentsOf(db, applicationId)
  await record(alone(act), 'application.downloaded', applicationId, { documents: documents.length })
  const signatures = await signaturesOf(
    db,
    documents.map(({ id }) => id),
  )
  const summary = await openSummary(act, { application, documents, signatures })
  const { rounds } = await correctionsOf(context, applicationId, actor)
  const records = roundPapers(act, application, rounds)
  return streamArchive(context, { applicationId, documents, signatures, summary, records, now })
}
