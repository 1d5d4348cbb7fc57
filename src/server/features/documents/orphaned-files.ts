import { and, eq, gt } from 'drizzle-orm'
import { Readable } from 'node:stream'
import type { FileType } from '#domain/documents/file-types.ts'
import type { Context } from '#server/shared/context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { unattachedObjects } from '#server/platform/db/schema.ts'
import { newKey } from '#server/platform/storage/object-key.ts'

/** Half the time after which a sweep takes an object: what is attached is never swept. */
const ATTACHED_WITHIN_MS = 12 * 3_600_000

/**
 * Stores a file under a key of the server's own. Until a transaction attaches it, it counts as left over: it was
 * noted before it was written, so that no crash in between can leave a file that nobody knows of.
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
 * Strikes an object off the list of those that nobody refers to, in the transaction that begins to.
 *
 * @throws Error for one that was stored so long ago that a sweep may be removing it
 */
export async function attachObject(tx: Transaction, key: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - ATTACHED_WITHIN_MS)
  const struck = await tx
    .delete(unattachedObjects)
    .where(and(eq(unattachedObjects.key, key), gt(unattachedObjects.createdAt, since)))
    .returning({ key: unattachedObjects.key })
  if (struck.length === 0) throw new Error(`The object ${key} is attached already, or waited too long.`)
}

/** Removes an object that will not be attached after all. */
export async function dropUnattached({ store, database }: Context, key: string): Promise<void> {
  await store.remove(key)
  await database.db.delete(unattachedObjects).where(eq(unattachedObjects.key, key))
}

/** Clears up after an answer that stands, whatever comes of it: what cannot be removed now is swept later. */
export async function clearUp({ log }: Pick<Context, 'log'>, remove: () => Promise<void>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    log.warn({ err: error }, 'an object is left to the sweep')
  }
}

/** Leaves stored objects to the sweep whose rows are about to go, in the transaction that deletes these. */
export async function markForDeletion(tx: Transaction, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map((key) => ({ key, createdAt: now }))
  await tx.insert(unattachedObjects).values(rows).onConflictDoNothing()
}
