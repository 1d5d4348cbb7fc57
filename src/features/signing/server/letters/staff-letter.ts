import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import type { Database } from '#base/server/db/database.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { PaperOnly } from '#features/documents/rules/paper-only.ts'
import { paperOnlyOf } from '#features/signing/server/paper-only.ts'
import { requireSealable } from '#features/signing/server/require-sealable.ts'
import type { CommandContext, TransactionContext } from '#features/access/server/command-context.ts'
import { attachDocument, type StoredFile } from '#features/documents/server/attach.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { ingestFile } from '#features/documents/server/ingest-file.ts'
import { clearUp, dropUnattached } from '#features/documents/server/orphaned-files.ts'
import { findUpload, type UploadRow } from '#features/documents/server/upload-addresses.ts'

/** Specification section 7: only the address of the file is sent. */
const LETTER_NAME = 'FAIS_Disclosure_Letter.pdf'

/** Makes the ingested letter the manager's current one; the previous one stays stored. @returns its id */
export type GiveLetter = (work: TransactionContext, managerId: string) => Promise<string>

/**
 * Ingests a FAIS letter that staff have uploaded, for a transaction to give to a manager. No outcome leaves an orphaned
 * file.
 *
 * @param address the upload address
 * @param field which field a refusal of the address belongs to
 * @throws DomainError invalid for a letter that cannot be sealed, and for an address that is unknown or another user's, conflict where no file has arrived or
 * it was registered before; as `ingestFile` for the file
 */
export async function withSentLetter<Result>(
  act: CommandContext,
  { address, field }: { address: string; field: string },
  giveTo: (giveLetter: GiveLetter) => Promise<Result>,
): Promise<Result> {
  const { context, actor } = act
  const upload = await sentLetter(context.database.db, { address, field, userId: actor.userId })
  // A dry run stores nothing.
  if (context.dryRun !== undefined) return giveTo(() => Promise.resolve(upload.id))
  const taken = await ingestLetter(act, upload)
  const result = await giveOrDrop(context, taken, () =>
    giveTo((work, managerId) => giveLetter(work, { upload, taken, managerId })),
  )
  await clearUp(context, () => context.store.remove(upload.objectKey))
  return result
}

/** The letter that an upload has already become, where it was given to this manager. @returns its id */
export async function letterFrom(
  db: Database,
  { address, userId, managerId }: { address: string; userId: string; managerId: string },
): Promise<string | null> {
  const upload = await findUpload(db, { address, userId })
  const documentId = upload?.documentId ?? null
  if (documentId === null) return null
  const [found] = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.ownerId, managerId)))
  return found?.id ?? null
}

async function sentLetter(
  db: Database,
  { address, field, userId }: { address: string; field: string; userId: string },
): Promise<UploadRow> {
  const upload = await findUpload(db, { address, userId })
  if (upload === null || upload.purpose !== 'staffFais') {
    const message = 'Please upload the FAIS document first.'
    throw new DomainError('invalid', message, { errors: [{ path: field, message }] })
  }
  if (upload.documentId !== null) throw registeredBefore()
  return upload
}

type StoredLetter = StoredFile & { sealable: boolean | null }

/** Refused files are deleted; others are kept so that the request can be retried after correcting other fields. */
async function ingestLetter(act: CommandContext, upload: UploadRow): Promise<StoredLetter> {
  const file = { upload, kind: 'staffFais', name: LETTER_NAME, applicationId: null } as const
  let sealable: boolean | null = null
  const accept = async (content: Buffer) => {
    sealable = await requireSealable(act, content)
  }
  try {
    const taken = await ingestFile(act, { ...file, accept })
    if (taken !== null) return { ...taken, sealable }
  } catch (error) {
    const { context } = act
    if (error instanceof DomainError) await clearUp(context, () => context.store.remove(upload.objectKey))
    throw error
  }
  throw new DomainError('conflict', 'We haven’t received the file. Please upload it again.')
}

/**
 * Only a DomainError guarantees a rollback: after any other error the commit may have succeeded, and the cleanup job
 * deletes the rest.
 */
async function giveOrDrop<Result>(
  context: Context,
  taken: StoredLetter,
  give: () => Promise<Result>,
): Promise<Result> {
  try {
    return await give()
  } catch (error) {
    if (error instanceof DomainError) await clearUp(context, () => dropUnattached(context, taken.objectKey))
    throw error
  }
}

async function giveLetter(
  work: TransactionContext,
  { upload, taken, managerId }: { upload: UploadRow; taken: StoredLetter; managerId: string },
): Promise<string> {
  const { tx } = work
  const document = { ...taken, applicationId: null, ownerId: managerId, name: LETTER_NAME } as const
  const id = await attachDocument(work, { ...document, kind: 'staffFais' })
  const marked = await tx
    .update(uploads)
    .set({ documentId: id })
    .where(and(eq(uploads.id, upload.id), isNull(uploads.documentId)))
    .returning({ id: uploads.id })
  if (marked.length === 0) throw registeredBefore()
  await tx.update(users).set({ faisDocumentId: id }).where(eq(users.id, managerId))
  return id
}

function registeredBefore(): DomainError {
  return new DomainError('conflict', 'This file has already been used. Please upload it again.')
}

/** A version of a manager's letter; the audit log records who uploaded it. */
export interface LetterVersion {
  document: DocumentRow
  uploadedBy: string | null
  paperOnly: PaperOnly | null
}

/** Every version of a manager's letter, the latest first. */
export async function letterVersions(db: Database, managerId: string): Promise<LetterVersion[]> {
  return db
    .select({
      document: documents,
      uploadedBy: nameOfUser(auditEvents.actorId),
      paperOnly: paperOnlyOf(documents.id),
    })
    .from(documents)
    .leftJoin(
      auditEvents,
      and(
        eq(auditEvents.objectId, documents.ownerId),
        eq(auditEvents.action, 'document.registered'),
        sql`${auditEvents.details}->>'documentId' = ${documents.id}::text`,
      ),
    )
    .where(
      and(eq(documents.ownerId, managerId), eq(documents.kind, 'staffFais'), isNull(documents.removedAt)),
    )
    .orderBy(desc(documents.uploadedAt), desc(documents.id))
}
