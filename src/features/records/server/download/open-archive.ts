import type { Readable } from 'node:stream'
import { and, countDistinct, eq, inArray, isNull, sql } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { record } from '#features/audit/server/record.ts'
import { correctionsOf } from '#features/corrections/server/view.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { safeFolderName } from '#features/documents/server/file-name.ts'
import { storedDocumentsOf } from '#features/documents/server/queries.ts'
import { notFound, DomainError } from '#base/server/domain-error.ts'
import { signaturesOf } from '#features/signing/server/queries.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { reviewedApplication } from '#features/review/server/application-detail.ts'
import { streamArchive, streamArchives, type Bundle } from './archive.ts'
import { openSummary } from './make-summary.ts'
import { correctionPdfs } from './correction-pdfs.ts'

/**
 * Opens all documents of an application as one ZIP, and records the download. Without documents it has the summary and
 * the manifest.
 *
 * @throws DomainError not-found for an application that is missing or out of scope
 */
export async function openArchive(act: CommandContext, applicationId: string): Promise<Readable> {
  const { bundle } = await openBundle(act, applicationId)
  return streamArchive(act.context, bundle)
}

/** Maximum size of a download in bytes, since it is written and sent as one file. */
const MAX_BYTES = 1_000_000_000
const TOO_OFTEN = 'You’ve downloaded too many files in the last hour.'

/**
 * Opens the same of several applications in the given order, each in its own folder. Each download is recorded when its
 * turn comes; applications missing by then are listed in the manifest.
 *
 * @throws DomainError throttled (429) after many in an hour, not-found where none of them exists, invalid where they
 * are too large
 */
export async function openArchives(act: CommandContext, named: readonly string[]): Promise<Readable> {
  const { context, actor, now } = act
  const ids = [...new Set(named)]
  await countWithin(context, ['export', actor.userId, TOO_OFTEN])
  const { found, bytes } = await sizeOf(act, ids)
  if (found === 0) throw notFound()
  if (bytes > MAX_BYTES) {
    throw new DomainError(
      'invalid',
      `These documents come to ${megabytes(bytes)} MB, and one file can hold ${megabytes(MAX_BYTES)} MB. Please choose fewer applications.`,
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

/** How many of these are in the caller's scope, and the total size of their documents. */
async function sizeOf(
  { context, actor }: CommandContext,
  ids: readonly string[],
): Promise<{ found: number; bytes: number }> {
  const stored = and(eq(documents.applicationId, applications.id), isNull(documents.removedAt))
  const [size] = await context.database.db
    .select({
      found: countDistinct(applications.id),
      bytes: sql<string>`coalesce(sum(${documents.bytes}), 0)`.mapWith(Number),
    })
    .from(applications)
    .leftJoin(documents, stored)
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

/** The unique reference, and the client's name. */
function folderOf({
  reference,
  fullName,
  username,
}: Pick<ReviewedApplication, 'reference' | 'fullName' | 'username'>) {
  return safeFolderName(`${reference} ${accountName({ fullName, username })}`)
}

/** The archive contents of an application; records the download. */
async function openBundle(
  act: CommandContext,
  applicationId: string,
): Promise<{ application: ReviewedApplication; bundle: Bundle }> {
  const { context, actor, now } = act
  const { db } = context.database
  const application = await reviewedApplication(context, applicationId, actor)
  const stored = await storedDocumentsOf(db, applicationId)
  await record(autocommit(act), 'application.downloaded', applicationId, { documents: stored.length })
  const signatures = await signaturesOf(
    db,
    stored.map(({ id }) => id),
  )
  const summary = await openSummary(act, { application, documents: stored, signatures })
  const { rounds } = await correctionsOf(context, applicationId, actor)
  const records = correctionPdfs(act, application, rounds)
  return { application, bundle: { applicationId, documents: stored, signatures, summary, records, now } }
}
