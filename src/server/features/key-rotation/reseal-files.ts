import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Context } from '#server/shared/context.ts'
import { documents, unattachedObjects, uploads } from '#server/platform/db/schema.ts'
import { attachObject, markForDeletion } from '#server/features/documents/orphaned-files.ts'
import { keyIdOfFile } from '#server/platform/encryption/file-cipher.ts'
import { newKey } from '#server/platform/storage/object-key.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import type { Looked } from './sealed-rows.ts'

/** What files are sealed anew with. */
export interface FileContext extends Pick<Context, 'database' | 'keyring' | 'store' | 'now'> {
  /** The same store, as files lie in it. */
  rawStore: ObjectStore
}

const FILES_AT_ONCE = 20

/**
 * Looks at some documents and seals their files anew where an older key sealed them. A stored file never changes: the
 * content is stored once more, under a key of the store's own, and the document points there from one moment to the
 * next. The former object is left to the sweep, so that whoever is reading it can go on.
 */
export async function resealSomeFiles(context: FileContext, after: string | null): Promise<Looked> {
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
  const sealedBy = await keyOfObject(context.rawStore, key)
  if (sealedBy === null || sealedBy === keyring.current.id) return false
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
    // Removed meanwhile: what was just stored stays on the list of the sweep.
    if (moved.length === 0) return false
    await attachObject(tx, fresh, now())
    await markForDeletion(tx, [key], now())
    return true
  })
}

/**
 * How many files that clients are sending just now an older key sealed: they are sealed anew when they are registered,
 * and swept after a day. Those that are sent to a bucket are not sealed yet.
 */
export async function countStaleUploads({
  database: { db },
  keyring,
  rawStore,
}: FileContext): Promise<number> {
  if (rawStore.presignUpload !== undefined) return 0
  let stale = 0
  for (const { key } of await db.select({ key: uploads.objectKey }).from(uploads)) {
    const sealedBy = await keyOfObject(rawStore, key)
    if (sealedBy !== null && sealedBy !== keyring.current.id) stale += 1
  }
  return stale
}

/** Null where the object is not there. */
async function keyOfObject(rawStore: ObjectStore, key: string): Promise<string | null> {
  const object = await rawStore.get(key)
  if (object === null) return null
  try {
    return await keyIdOfFile(object.stream, key)
  } finally {
    object.stream.destroy()
  }
}
