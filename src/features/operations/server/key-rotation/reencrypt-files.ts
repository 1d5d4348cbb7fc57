import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { documents } from '#features/access/schema/tables.ts'
import { unattachedObjects, uploads } from '#features/documents/schema/uploads.ts'
import { attachObject, markForDeletion } from '#features/documents/server/orphaned-files.ts'
import { keyIdOfFile } from '#base/server/encryption/file-cipher.ts'
import { newKey } from '#base/server/storage/object-key.ts'
import type { ObjectStore } from '#base/server/storage/object-store.ts'
import type { BatchResult } from './encrypted-tables.ts'

/** What re-encrypting files needs. */
export interface FileContext extends Pick<Context, 'database' | 'keyring' | 'store' | 'now'> {
  /** The store without decryption. */
  rawStore: ObjectStore
}

const FILES_AT_ONCE = 20

/**
 * Re-encrypts files that use an older key, for a batch of documents. Stored files never change: the content is stored
 * under a new storage key, and the document's reference is replaced atomically. The cleanup job deletes the previous
 * object, so current readers are unaffected.
 */
export async function reencryptFiles(context: FileContext, after: string | null): Promise<BatchResult> {
  const rows = await context.database.db
    .select({ id: documents.id, key: documents.objectKey })
    .from(documents)
    .where(and(ne(documents.virusScan, 'infected'), after === null ? undefined : gt(documents.id, after)))
    .orderBy(asc(documents.id))
    .limit(FILES_AT_ONCE)
  let resealed = 0
  for (const row of rows) if (await resealFile(context, row)) resealed += 1
  return { next: rows.at(-1)?.id ?? null, resealed }
}

async function resealFile(context: FileContext, { id, key }: { id: string; key: string }): Promise<boolean> {
  const { keyring, database, store, now } = context
  const encryptedBy = await keyOfObject(context.rawStore, key)
  if (encryptedBy === null || encryptedBy === keyring.current.id) return false
  const content = await store.get(key)
  if (content === null) return false
  const fresh = newKey('documents')
  await database.db.insert(unattachedObjects).values({ key: fresh, createdAt: now() })
  const contentType = 'application/octet-stream'
  await store.put(fresh, content.stream, { maxBytes: content.bytes, contentType })
  return database.db.transaction(async (tx) => {
    const moved = await tx
      .update(documents)
      .set({ objectKey: fresh })
      .where(and(eq(documents.id, id), eq(documents.objectKey, key)))
      .returning({ id: documents.id })
    // Removed meanwhile: the new object is left to the cleanup job.
    if (moved.length === 0) return false
    await attachObject(tx, fresh, now())
    await markForDeletion(tx, [key], now())
    return true
  })
}

/**
 * Counts uploads that are encrypted with an older key: they are re-encrypted at registration, or deleted after a day.
 * Uploads in a bucket are not encrypted yet.
 */
export async function countStaleUploads({
  database: { db },
  keyring,
  rawStore,
}: FileContext): Promise<number> {
  if (rawStore.presignUpload !== undefined) return 0
  let stale = 0
  for (const { key } of await db.select({ key: uploads.objectKey }).from(uploads)) {
    const encryptedBy = await keyOfObject(rawStore, key)
    if (encryptedBy !== null && encryptedBy !== keyring.current.id) stale += 1
  }
  return stale
}

/** Null where the object is missing. */
async function keyOfObject(rawStore: ObjectStore, key: string): Promise<string | null> {
  const object = await rawStore.get(key)
  if (object === null) return null
  try {
    return await keyIdOfFile(object.stream, key)
  } finally {
    object.stream.destroy()
  }
}
