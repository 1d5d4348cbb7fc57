import { createHash } from 'node:crypto'
import type { FileType } from '#base/rules/files/file-types.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { DownloadOnly, VirusScan } from '#base/rules/files/safety.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { newId } from '#base/server/db/id.ts'
import { documents } from '#features/access/schema/tables.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { attachObject, storeUnattached } from './orphaned-files.ts'

/** Result of checking a file. */
interface Found {
  contentType: FileType
  sha256: string
  downloadOnly: DownloadOnly | null
  virusScan: Exclude<VirusScan, 'infected'>
}

/** A checked file: in order, or waiting for the virus scanner. */
export interface CheckedFile extends Omit<Found, 'sha256'> {
  bytes: Buffer
}

/** A file in the store, and what is known about it. */
export interface StoredFile extends Found {
  objectKey: string
  bytes: number
}

/** A stored file and its owner. */
export interface NewDocument extends StoredFile {
  id?: string
  /** The id that the client chose for it, if any. */
  fileId?: string | undefined
  /** Null for the staff's FAIS letters. */
  applicationId: string | null
  ownerId: string
  kind: DocumentKindName
  name: string
  /** Of a FAIS letter: whether it can be sealed; null where that was not tried. */
  sealable?: boolean | null
}

/** The SHA-256 of a file, in hexadecimal digits. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Stores a file that was checked, for a transaction to attach. */
export async function storeFile(
  context: Pick<Context, 'database' | 'store'>,
  { bytes, ...found }: CheckedFile,
  now: Date,
): Promise<StoredFile> {
  return {
    objectKey: await storeUnattached(context, { bytes, contentType: found.contentType, now }),
    bytes: bytes.length,
    sha256: sha256Of(bytes),
    ...found,
  }
}

/**
 * Makes a stored file a document, in the caller's transaction.
 *
 * @returns the document's id
 */
export async function attachDocument(
  work: TransactionContext<Doer | null, 'keyring'>,
  { id = newId(), fileId, name, ...document }: NewDocument,
): Promise<string> {
  const { tx, context, now } = work
  await tx.insert(documents).values({
    id,
    ...document,
    encryptedName: encrypt(context.keyring, documents.encryptedName, id, name),
    encryptedFileId: encrypt(context.keyring, documents.encryptedFileId, id, fileId ?? null),
    uploadedAt: now,
    nextScanAt: document.virusScan === 'waiting' ? now : null,
  })
  await attachObject(tx, document.objectKey, now)
  await record(work, 'document.registered', document.applicationId ?? document.ownerId, {
    documentId: id,
    kind: document.kind,
    sha256: document.sha256,
    bytes: document.bytes,
  })
  return id
}
