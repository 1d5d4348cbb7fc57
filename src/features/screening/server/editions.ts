import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Edition, Lists } from '#features/screening/api/lists.ts'
import { isListOld } from '#features/screening/rules/editions.ts'
import { listSourceNames } from '#features/screening/rules/lists.ts'
import type { Queries } from '#base/server/db/database.ts'
import { comparedWith } from './compared-clients.ts'
import { listEditions } from '#features/screening/schema.ts'

type Row = typeof listEditions.$inferSelect

export function presentEdition(row: Row): Edition {
  const { id, source, generatedOn, entries, names, added, changed, changedOtherwise, removedUids, hits } = row
  return {
    id,
    source,
    generatedOn,
    sha256: row.sha256,
    files: row.files ?? [],
    entries,
    names,
    added,
    changed,
    changedOtherwise,
    removed: removedUids.length,
    loadedAt: row.loadedAt.toISOString(),
    inForceAt: row.inForceAt?.toISOString() ?? null,
    screenedAt: row.screenedAt?.toISOString() ?? null,
    hits,
    shrunkReason: row.shrunkReason,
    cautions: row.cautions ?? [],
    remarks: row.remarks ?? [],
    loadedBy: row.loadedBy,
  }
}

/** Every source with its list in force, and the one that was loaded after it. */
export async function listsNow(db: Queries, now: Date, maxDays: number): Promise<Lists> {
  const rows = await db
    .select()
    .from(listEditions)
    .where(or(isNull(listEditions.inForceAt), isNull(listEditions.supersededAt)))
    .orderBy(desc(listEditions.loadedAt))
  const sources: Lists['sources'] = []
  for (const source of listSourceNames) {
    const own = rows.filter((row) => row.source === source)
    const inForce = own.find(({ inForceAt }) => inForceAt !== null)
    const loaded = own.find(({ inForceAt }) => inForceAt === null)
    sources.push({
      source,
      ...(inForce === undefined ? { inForce: null, clients: null } : await inUse(db, inForce)),
      loaded: loaded === undefined ? null : presentEdition(loaded),
      old: inForce !== undefined && isListOld(inForce.generatedOn, now, maxDays),
    })
  }
  return { sources }
}

/** A list in use is compared once no client is left out. */
async function inUse(db: Queries, row: Row) {
  const clients = await comparedWith(db, row)
  const edition = presentEdition(row)
  return { inForce: clients.compared < clients.due ? { ...edition, screenedAt: null } : edition, clients }
}

/** The editions in force. */
export async function editionsInForce(db: Queries): Promise<Row[]> {
  return db
    .select()
    .from(listEditions)
    .where(and(isNotNull(listEditions.inForceAt), isNull(listEditions.supersededAt)))
}

export async function editionById(db: Queries, id: string): Promise<Edition | null> {
  const [row] = await db.select().from(listEditions).where(eq(listEditions.id, id))
  return row === undefined ? null : presentEdition(row)
}
