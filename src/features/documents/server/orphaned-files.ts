import { and, eq, gt } from 'drizzle-orm'
import { Readable } from 'node:stream'
import type { FileType } from '#base/rules/files/file-types.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { unattachedObjects } from '#features/documents/schema/uploads.ts'
import { newKey } from '#base/server/storage/object-key.ts'

/** Half the age at which the cleanup deletes an object, so that attached objects are never deleted. */
const ATTACHED_WITHIN_MS = 12 * 3_600_000

/**
 * Stores a file under a new key that is recorded first, so that a crash in between leaves no unknown file. Until a
 * transaction attaches it, it counts as orphaned.
 */
export async function storeUnattached(
  { database, store }: Pick<Context, 'database' | 'store'>,
  { bytes, contentType, now }: { bytes: Buffer; contentType: FileType; now: Date },
): Promise<string> {
  const key = newKey('documents')
  await database.db.insert(unattachedObjects).values({ key, createdAt: now })
  await store.put(key, Readable.from([bytes]), { maxBytes: bytes.length, contentType })
  return key
}

/**
 * Removes an object from the list of orphans, in the transaction that attaches it.
 *
 * @throws Error for an object so old that the cleanup may be deleting it
 */
export async function attachObject(tx: Transaction, key: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - ATTACHED_WITHIN_MS)
  const struck = await tx
    .delete(unattachedObjects)
    .where(and(eq(unattachedObjects.key, key), gt(unattachedObjects.createdAt, since)))
    .returning({ key: unattachedObjects.key })
  if (struck.length === 0) throw new Error(`The object ${key} is attached already, or waited too long.`)
}

/** Deletes an object that will not be attached. */
export async function dropUnattached({ store, database }: Context, key: string): Promise<void> {
  await store.remove(key)
  await database.db.delete(unattachedObjects).where(eq(unattachedObjects.key, key))
}

/** Deletes files after the response is decided. Failures are only logged: the cleanup job deletes the rest. */
export async function clearUp({ log }: Pick<Context, 'log'>, remove: () => Promise<void>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    log.warn({ err: error }, 'an object is left to the cleanup job')
  }
}

/** Marks stored objects for deletion by the cleanup job, in the transaction that deletes their rows. */
export async function markForDeletion(tx: Transaction, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map((key) => ({ key, createdAt: now }))
  await tx.insert(unattachedObjects).values(rows).onConflictDoNothing()
}
