import { and, asc, eq, inArray, lt, notExists } from 'drizzle-orm'
import { UPLOAD_ADDRESS_LIFETIME_MS } from '#domain/documents/kinds.ts'
import type { Context } from '#server/shared/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { documents, unattachedObjects, uploads, users } from '#server/platform/db/schema.ts'

const HOUR_MS = 3_600_000
/** What was sent to an address is of no use an hour after the address ran out: whoever sent it has registered it, or gone. */
const SENT_MS = UPLOAD_ADDRESS_LIFETIME_MS + HOUR_MS
/** A write that has not ended by then never will. */
const UNFINISHED_MS = 24 * HOUR_MS
const BATCH = 200

/** How many objects of each sort a sweep removed. */
export interface Swept {
  uploads: number
  unattached: number
  removed: number
}

/**
 * Removes the stored objects that nothing refers to any more: what was sent and never registered, what a crash left
 * between store and database (decisions, "Documents") or was stored anew under another key, and what was removed. The
 * latter stay as long as the database may be brought back to a moment at which something referred to them. An object goes before the row that names it, so
 * that a sweep that breaks off is taken up by the next; doing it twice changes nothing.
 */
export async function sweepObjects(context: Context, now: Date): Promise<Swept> {
  const { db } = context.database
  const keptSince = new Date(now.getTime() - context.settings.removedFilesKeptMs)
  await context.store.clearUnfinished(new Date(now.getTime() - UNFINISHED_MS))
  return {
    uploads: await sweep(context, oldUploads(db, new Date(now.getTime() - SENT_MS))),
    unattached: await sweep(context, oldUnattached(db, keptSince)),
    removed: await sweep(context, longRemoved(db, keptSince)),
  }
}

/** Rows that name objects nobody needs: some of those there are, and how to forget a row. */
interface Leftovers {
  some: () => Promise<{ id: string; key: string }[]>
  forget: (ids: string[], keys: string[]) => Promise<unknown>
}

async function sweep({ store }: Context, { some, forget }: Leftovers): Promise<number> {
  let swept = 0
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    for (const { key } of rows) await store.remove(key)
    await forget(
      rows.map(({ id }) => id),
      rows.map(({ key }) => key),
    )
    swept += rows.length
  }
  return swept
}

/** What arrived at an address is stored anew when it is registered: later it is of no use either way. */
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

/** A letter that is some manager's current one stays, whatever else is said of it. */
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
    // Only while it has the object that was removed: its file may have been encrypted anew meanwhile, under another key.
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
