import { and, count, eq, isNull, ne } from 'drizzle-orm'
import { storedName } from '#domain/documents/file-types.ts'
import { replacesPrevious, type DocumentKindName } from '#domain/documents/kinds.ts'
import { countProblem } from '#domain/documents/messages.ts'
import { lockApplicationOfClient } from '#server/shared/application-record/application-row.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { documents, uploads } from '#server/platform/db/schema.ts'
import { DomainError, notFound, type DomainErrorKind } from '#server/platform/domain-error.ts'
import { bumpVersion } from '#server/shared/application-record/application-version.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { attachDocument, type StoredFile } from './attach.ts'
import { editableApplicationOf } from '#server/shared/application-record/editable.ts'
import { requireLetterToSign } from './letter-to-sign.ts'
import { makeRoom, placeFor } from './document-target.ts'
import { ingestFile } from './ingest-file.ts'
import { clearUp, dropUnattached } from './orphaned-files.ts'
import { findUpload, type UploadRow } from './upload-addresses.ts'

/** A file that was sent, and what it is to become. */
export interface Registration {
  kind: DocumentKindName
  /** The address that the file was sent to. */
  address: string
  /** For display. */
  fileName: string
  /** The id that the client knows the file by. */
  fileId?: string | undefined
  /** What it answers, of a round of corrections. */
  itemId?: string | undefined
  /** What opens the file, where it asks for a password. */
  password?: string | undefined
}

/**
 * Checks a file that was sent and attaches it to its sender's application (decisions, "Registering"). Asked twice it
 * answers the same. A check that fails leaves nothing behind.
 *
 * @returns the document's id
 * @throws DomainError not-found for an address that is unknown or somebody else's; conflict for a list that is full, an
 *   application that was submitted, and a file that has not arrived; too-large, wrong-type or invalid for the file; locked where it asks for a password, throttled after too many
 *   wrong ones
 */
export async function registerDocument(act: CommandContext, registration: Registration): Promise<string> {
  const { context, actor } = act
  const { db } = context.database
  const upload = await findUpload(db, { address: registration.address, userId: actor.userId })
  if (upload === null) throw notFound()
  const known = await registeredAlready(db, upload, registration.kind)
  if (known !== null) return known
  try {
    return await takeInAndAttach(act, upload, registration)
  } catch (error) {
    if (error instanceof DomainError && !worthAskingAgain.has(error.kind)) {
      await clearUp(context, () => context.store.remove(upload.objectKey))
    }
    throw error
  }
}

/** What was sent stays for the next call, which may be one with the password. */
const worthAskingAgain: ReadonlySet<DomainErrorKind> = new Set(['unavailable', 'locked'])

async function takeInAndAttach(
  act: CommandContext,
  upload: UploadRow,
  registration: Registration,
): Promise<string> {
  const { context } = act
  const { db } = context.database
  const { kind, fileName: name, password, itemId } = registration
  if (upload.purpose !== null && upload.purpose !== kind) {
    throw new DomainError('invalid', 'This file was sent for another list. Please upload it again.')
  }
  // What is bound to be refused need not be read first. What is decisive is asked again under the lock.
  const applicationId = await editableApplicationOf(act, kind)
  if (itemId === undefined && !replacesPrevious(kind)) await refuseBeyondCount(db, applicationId, kind)
  await requireLetterToSign(act, kind)
  const taken = await ingestFile(act, { upload, kind, name, password, applicationId })
  if (taken === null) return registeredMeanwhile(db, upload, kind)
  const id = await attachOrDrop(act, upload, { registration, taken })
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
  const refusal = countProblem(kind, present?.count ?? 0, 1)
  if (refusal !== null) throw new DomainError('conflict', refusal.description)
}

/** A file that was taken in, and what it is to become. */
interface Arrival {
  registration: Registration
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
    // Only a refusal is sure to have rolled back. After a fault the commit may have happened and its answer been lost:
    // what is attached must stay, and what is not is swept.
    if (error instanceof DomainError) await clearUp(context, () => dropUnattached(context, objectKey))
    throw error
  }
}

async function attach(
  work: TransactionContext,
  upload: UploadRow,
  { registration, taken }: Arrival,
): Promise<{ id: string; isNew: boolean }> {
  const { tx, context, actor, now } = work
  const application = await lockApplicationOfClient(tx, context, actor.userId)
  const known = await registeredAlready(tx, upload, registration.kind)
  if (known !== null) return { id: known, isNew: false }
  const place = await placeFor(work, application, registration)
  const { kind, fileName, fileId } = registration
  if (place.item === null && !replacesPrevious(kind)) await refuseBeyondCount(tx, application.id, kind)
  const name = storedName(fileName, taken.contentType)
  const document = { fileId, applicationId: application.id, ownerId: actor.userId, kind, name, ...taken }
  const id = await attachDocument(work, document)
  await makeRoom(work, application.id, { place, by: id })
  await tx.update(uploads).set({ documentId: id }).where(eq(uploads.id, upload.id))
  await bumpVersion(tx, application.id, now)
  return { id, isNew: true }
}

/** The document that an upload became, where somebody asks again. */
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
  throw new DomainError('conflict', 'This file was registered before. Please upload it again.')
}

/** No file is there: either another call was quicker, or it never arrived. */
async function registeredMeanwhile(db: Database, upload: UploadRow, kind: DocumentKindName): Promise<string> {
  const known = await registeredAlready(db, upload, kind)
  if (known !== null) return known
  throw new DomainError('conflict', 'The file has not arrived. Please upload it again.')
}
