import { and, count, eq, isNull, ne } from 'drizzle-orm'
import { storedName } from '#base/rules/files/file-types.ts'
import { replacesPrevious, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { countProblem } from '#features/documents/rules/messages.ts'
import { lockApplicationOfClient } from '#features/applications/server/record/application-row.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { documents } from '#features/access/schema/tables.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { DomainError, notFound, type DomainErrorKind } from '#base/server/domain-error.ts'
import { bumpVersion } from '#features/applications/server/record/application-version.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { attachDocument, type StoredFile } from './attach.ts'
import { editableApplicationOf } from '#features/applications/server/record/editable.ts'
import { requireLetterToSign } from './letter-to-sign.ts'
import { supersedePrevious, findTarget } from './document-target.ts'
import { ingestFile } from './ingest-file.ts'
import { clearUp, dropUnattached } from './orphaned-files.ts'
import { findUpload, type UploadRow } from './upload-addresses.ts'

/** An uploaded file to be registered. */
export interface Registration {
  kind: DocumentKindName
  /** The upload address. */
  address: string
  /** For display. */
  fileName: string
  /** The id that the client chose for the file. */
  fileId?: string | undefined
  /** The item of the correction request that it answers. */
  itemId?: string | undefined
  /** The PDF's password, if it needs one. */
  password?: string | undefined
}

/** Where a file is attached that belongs to no list and no correction request. */
export interface Destination {
  /** Checks before the file is read. @returns the application's id */
  check: () => Promise<string>
  /** Locks the application, and decides whether it accepts the file. */
  lock: (work: TransactionContext) => Promise<{ id: string; userId: string }>
  /** Called in the transaction that attaches the file. */
  attached: (work: TransactionContext, documentId: string) => Promise<void>
}

/**
 * Checks an uploaded file and attaches it to its client's application (decisions, "Registering"). Idempotent. A failed
 * check leaves nothing behind.
 *
 * @returns the document's id
 * @throws DomainError not-found for an address that is unknown or another user's; conflict for a full list, a submitted
 * application, and a file that has not arrived; too-large, wrong-type or invalid for the file; locked where it needs a
 * password, throttled after too many wrong ones
 */
export async function registerDocument(
  act: CommandContext,
  registration: Registration,
  destination?: Destination,
): Promise<string> {
  const { context, actor } = act
  const { db } = context.database
  const upload = await findUpload(db, { address: registration.address, userId: actor.userId })
  if (upload === null) throw notFound()
  const known = await registeredAlready(db, upload, registration.kind)
  if (known !== null) return known
  try {
    return await ingestAndAttach(act, upload, { registration, destination })
  } catch (error) {
    if (error instanceof DomainError && !worthAskingAgain.has(error.kind)) {
      await clearUp(context, () => context.store.remove(upload.objectKey))
    }
    throw error
  }
}

/** After these errors the upload is kept for the next call, which may bring the password. */
const worthAskingAgain: ReadonlySet<DomainErrorKind> = new Set(['unavailable', 'locked'])

async function ingestAndAttach(
  act: CommandContext,
  upload: UploadRow,
  { registration, destination }: Omit<Arrival, 'taken'>,
): Promise<string> {
  const { context } = act
  const { db } = context.database
  const { kind, fileName: name, password, itemId } = registration
  if (upload.purpose !== null && upload.purpose !== kind) {
    throw new DomainError('invalid', 'This file was uploaded for another list. Please upload it again.')
  }
  // Checked before reading to fail early; the decisive check is repeated under the lock.
  const applicationId = await (destination?.check() ?? editableApplicationOf(act, kind))
  if (itemId === undefined && !replacesPrevious(kind)) await refuseBeyondCount(db, applicationId, kind)
  await requireLetterToSign(act, kind)
  const taken = await ingestFile(act, { upload, kind, name, password, applicationId })
  if (taken === null) return registeredMeanwhile(db, upload, kind)
  const id = await attachOrDrop(act, upload, { registration, destination, taken })
  await clearUp(context, () => context.store.remove(upload.objectKey))
  return id
}

/**
 * Checks that the list of a kind has space for one more file.
 *
 * @throws DomainError conflict where it is full
 */
export async function refuseBeyondCount(
  tx: Database | Transaction,
  applicationId: string,
  kind: DocumentKindName,
): Promise<void> {
  const [present] = await tx
    .select({ count: count() })
    .from(documents)
    .where(
      and(
        eq(documents.applicationId, applicationId),
        eq(documents.kind, kind),
        ne(documents.virusScan, 'infected'),
        isNull(documents.removedAt),
        isNull(documents.supersededBy),
      ),
    )
  const error = countProblem(kind, present?.count ?? 0, 1)
  if (error !== null) throw new DomainError('conflict', error.description)
}

/** An ingested file and its target. */
interface Arrival {
  registration: Registration
  destination: Destination | undefined
  taken: StoredFile
}

async function attachOrDrop(act: CommandContext, upload: UploadRow, arrival: Arrival): Promise<string> {
  const { context } = act
  const { objectKey } = arrival.taken
  try {
    const attached = await inTransaction(act, (work) => attach(work, upload, arrival))
    if (!attached.isNew) await clearUp(context, () => dropUnattached(context, objectKey))
    return attached.id
  } catch (error) {
    // Only a DomainError guarantees a rollback. After any other error the commit may have succeeded, so the file is
    // left to the cleanup job.
    if (error instanceof DomainError) await clearUp(context, () => dropUnattached(context, objectKey))
    throw error
  }
}

async function attach(
  work: TransactionContext,
  upload: UploadRow,
  { registration, destination, taken }: Arrival,
): Promise<{ id: string; isNew: boolean }> {
  if (destination !== undefined) return attachTo(work, upload, { registration, destination, taken })
  const { tx, context, actor, now } = work
  const application = await lockApplicationOfClient(tx, context, actor.userId)
  const known = await registeredAlready(tx, upload, registration.kind)
  if (known !== null) return { id: known, isNew: false }
  const target = await findTarget(work, application, registration)
  const { kind, fileName, fileId } = registration
  if (target.item === null && !replacesPrevious(kind)) await refuseBeyondCount(tx, application.id, kind)
  const name = storedName(fileName, taken.contentType)
  const document = { fileId, applicationId: application.id, ownerId: actor.userId, kind, name, ...taken }
  const id = await attachDocument(work, document)
  await supersedePrevious(work, application.id, { target, by: id })
  await tx.update(uploads).set({ documentId: id }).where(eq(uploads.id, upload.id))
  await bumpVersion(tx, application.id, now)
  return { id, isNew: true }
}

async function attachTo(
  work: TransactionContext,
  upload: UploadRow,
  { registration, destination, taken }: Arrival & { destination: Destination },
): Promise<{ id: string; isNew: boolean }> {
  const { tx } = work
  const { kind, fileName } = registration
  const application = await destination.lock(work)
  const known = await registeredAlready(tx, upload, kind)
  if (known !== null) return { id: known, isNew: false }
  await refuseBeyondCount(tx, application.id, kind)
  const name = storedName(fileName, taken.contentType)
  const document = { applicationId: application.id, ownerId: application.userId, kind, name, ...taken }
  const id = await attachDocument(work, document)
  await tx.update(uploads).set({ documentId: id }).where(eq(uploads.id, upload.id))
  await destination.attached(work, id)
  return { id, isNew: true }
}

/** The document of an upload that was registered before, for repeated calls. */
async function registeredAlready(
  tx: Database | Transaction,
  upload: UploadRow,
  kind: DocumentKindName,
): Promise<string | null> {
  const [found] = await tx
    .select({ id: documents.id, kind: documents.kind, removedAt: documents.removedAt })
    .from(uploads)
    .innerJoin(documents, eq(documents.id, uploads.documentId))
    .where(eq(uploads.id, upload.id))
  if (found === undefined) return null
  if (found.kind === kind && found.removedAt === null) return found.id
  throw new DomainError('conflict', 'This file has already been used. Please upload it again.')
}

/** The file is missing: another call registered it first, or it never arrived. */
async function registeredMeanwhile(db: Database, upload: UploadRow, kind: DocumentKindName): Promise<string> {
  const known = await registeredAlready(db, upload, kind)
  if (known !== null) return known
  throw new DomainError('conflict', 'We haven’t received the file. Please upload it again.')
}
