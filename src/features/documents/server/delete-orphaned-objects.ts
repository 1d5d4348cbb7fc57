import { and, asc, eq, inArray, lt, notExists } from 'drizzle-orm'
import { UPLOAD_ADDRESS_LIFETIME_MS } from '#features/applications/rules/documents/kinds.ts'
import type { Context } from '#base/server/context.ts'
import type { Database } from '#base/server/db/database.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { unattachedObjects, uploads } from '#features/documents/schema/uploads.ts'

const HOUR_MS = 3_600_000
/** An hour after its address expired, an upload can no longer be registered. */
const SENT_MS = UPLOAD_ADDRESS_LIFETIME_MS + HOUR_MS
/** A write that has not ended by then never will. */
const UNFINISHED_MS = 24 * HOUR_MS
const BATCH = 200

/** How many objects of each kind a run deleted. */
export interface CleanupCounts {
  uploads: number
  unattached: number
  removed: number
}

/**
 * Deletes orphaned objects: unregistered uploads, objects left by crashes (decisions, "Documents") or re-encryption,
 * and removed files. The latter stay as long as the database may be restored to a time that refers to them. The object
 * is deleted before its row, so that an interrupted run is completed by the next; idempotent.
 */
export async function deleteOrphanedObjects(context: Context, now: Date): Promise<CleanupCounts> {
  const { db } = context.database
  const retainedSince = new Date(now.getTime() - context.settings.removedFilesRetentionMs)
  await context.store.clearUnfinished(new Date(now.getTime() - UNFINISHED_MS))
  return {
    uploads: await deleteLeftovers(context, oldUploads(db, new Date(now.getTime() - SENT_MS))),
    unattached: await deleteLeftovers(context, oldUnattached(db, retainedSince)),
    removed: await deleteLeftovers(context, longRemoved(db, retainedSince)),
  }
}

/** Rows with orphaned objects: a batch of them, and how to delete a row. */
interface Leftovers {
  some: () => Promise<{ id: string; key: string }[]>
  forget: (ids: string[], keys: string[]) => Promise<unknown>
}

async function deleteLeftovers({ store }: Context, { some, forget }: Leftovers): Promise<number> {
  let deleted = 0
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const { key } of rows) await store.remove(key)
    await forget(
      rows.map(({ id }) => id),
      rows.map(({ key }) => key),
    )
    deleted += rows.length
  }
  return deleted
}

/** Registration stores an upload under a new key, so the original is obsolete in any case. */
function oldUploads(db: Database, before: Date): Leftovers {
  return {
    some: () =>
      db
        .select({ id: uploads.id, key: uploads.objectKey })
        .from(uploads)
        .where(lt(uploads.createdAt, before))
        .orderBy(asc(uploads.createdAt))
        .limit(BATCH),
    forget: (ids) => db.delete(uploads).where(inArray(uploads.id, ids)),
  }
}

function oldUnattached(db: Database, before: Date): Leftovers {
  const { key, createdAt } = unattachedObjects
  return {
    some: () =>
      db
        .select({ id: key, key })
        .from(unattachedObjects)
        .where(lt(createdAt, before))
        .orderBy(asc(createdAt))
        .limit(BATCH),
    forget: (keys) => db.delete(unattachedObjects).where(inArray(key, keys)),
  }
}

/** A manager's current letter stays, even where it is marked as removed. */
function longRemoved(db: Database, before: Date): Leftovers {
  const current = db.select({ id: users.id }).from(users).where(eq(users.faisDocumentId, documents.id))
  return {
    some: () =>
      db
        .select({ id: documents.id, key: documents.objectKey })
        .from(documents)
        .where(and(lt(documents.removedAt, before), notExists(current)))
        .orderBy(asc(documents.removedAt))
        .limit(BATCH),
    // Only while the row has the deleted object: the file may have been re-encrypted under another key meanwhile.
    forget: (ids, keys) =>
      db
        .delete(documents)
        .where(
          and(
            inArray(documents.id, ids),
            inArray(documents.objectKey, keys),
            lt(documents.removedAt, before),
          ),
        ),
  }
}
