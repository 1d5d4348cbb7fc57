import type { Readable } from 'node:stream'
import { and, countDistinct, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { inScope } from '#server/shared/application-record/application-scope.ts'
import { record } from '#server/shared/audit/record.ts'
import { correctionsOf } from '#server/features/corrections/view.ts'
import { applications, documents } from '#server/platform/db/schema.ts'
import { safeFolderName } from '#server/features/documents/file-name.ts'
import { storedDocumentsOf } from '#server/features/documents/queries.ts'
import { notFound, DomainError } from '#server/platform/domain-error.ts'
import { signaturesOf } from '#server/features/signing/queries.ts'
import { countWithin } from '#server/shared/throttling/throttle.ts'
import { alone, type CommandContext } from '#server/shared/command-context.ts'
import { reviewedApplication } from '../application-detail.ts'
import { streamArchive, streamArchives, type Bundle } from './archive.ts'
import { openSummary } from './make-summary.ts'
import { roundPapers } from './round-papers.ts'

/**
 * Opens everything that an application holds as one ZIP, and records that it is taken. A client who uploaded nothing
 * yet has a summary and a manifest all the same.
 *
 * @throws DomainError not-found for an application that is missing or out of reach
 */
export async function openArchive(act: CommandContext, applicationId: string): Promise<Readable> {
  const { bundle } = await openBundle(act, applicationId)
  return streamArchive(act.context, bundle)
}

/** So much is taken away at once: an archive is written, sent and kept by a browser as one. */
const MOST_BYTES = 1_000_000_000
const TOO_OFTEN = 'You have taken many files within an hour.'

/**
 * Opens the same of several applications, in the order in which they are named, each in a folder of its own. That one is taken is
 * recorded when its turn comes; one that is missing by then is named in the manifest.
 *
 * @throws DomainError throttled (429) after many in an hour, not-found where none of them is there, invalid where they are too large
 */
export async function openArchives(act: CommandContext, named: readonly string[]): Promise<Readable> {
  const { context, actor, now } = act
  const ids = [...new Set(named)]
  await countWithin(context, ['export', actor.userId, TOO_OFTEN])
  const { found, bytes } = await sizeOf(act, ids)
  if (found === 0) throw notFound()
  if (bytes > MOST_BYTES) {
    throw new DomainError(
      'invalid',
      `These documents are ${megabytes(bytes)} MB together, and one file holds ${megabytes(MOST_BYTES)} MB. Please choose fewer applications.`,
    )
  }
  const open = async (id: string) => {
    const opened = await openBundle(act, id).catch(nullIfMissing)
    if (opened === null) return null
    const { application, bundle } = opened
    return { folder: folderOf(application), bundle }
  }
  return streamArchives(context, { ids, open, now })
}

/** How many of these the caller reaches, and how much their documents are together. */
async function sizeOf(
  { context, actor }: CommandContext,
  ids: readonly string[],
): Promise<{ found: number; bytes: number }> {
  const kept = and(eq(documents.applicationId, applications.id), isNull(documents.removedAt))
  const [size] = await context.database.db
    .select({
      found: countDistinct(applications.id),
      bytes: sql<string>`coalesce(sum(${documents.bytes}), 0)`.mapWith(Number),
    })
    .from(applications)
    .leftJoin(documents, kept)
    .where(and(inArray(applications.id, [...ids]), inScope(actor, 'document.read')))
  return size ?? { found: 0, bytes: 0 }
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString('en-ZA')
}

function nullIfMissing(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'not-found') return null
  throw error
}

/** By the reference, which nobody else has, and whose it is. */
function folderOf({
  reference,
  fullName,
  username,
}: Pick<ReviewedApplication, 'reference' | 'fullName' | 'username'>) {
  return safeFolderName(`${reference} ${fullName ?? username}`)
}

/** What an archive has of an application; that it is taken is recorded here. */
async function openBundle(
  act: CommandContext,
  applicationId: string,
): Promise<{ application: ReviewedApplication; bundle: Bundle }> {
  const { context, actor, now } = act
  const { db } = context.database
  const application = await reviewedApplication(context, applicationId, actor)
  const kept = await storedDocumentsOf(db, applicationId)
  await record(alone(act), 'application.downloaded', applicationId, { documents: kept.length })
  const signatures = await signaturesOf(
    db,
    kept.map(({ id }) => id),
  )
  const summary = await openSummary(act, { application, documents: kept, signatures })
  const { rounds } = await correctionsOf(context, applicationId, actor)
  const records = roundPapers(act, application, rounds)
  return { application, bundle: { applicationId, documents: kept, signatures, summary, records, now } }
}
