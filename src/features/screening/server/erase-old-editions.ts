import { and, eq, exists, isNotNull, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { erasedBefore } from '#features/applications/rules/retention.ts'
import type { ListSource } from '#features/screening/rules/lists.ts'
import type { Queries } from '#base/server/db/database.ts'
import { hits, listEditions, listEntries, screenings } from '#features/screening/schema.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  systemContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'

/**
 * Erases list editions that went out of force more than five years ago, and their entries that did. What a stored hit
 * was found with stays, and the edition of it; so does an edition that a stored comparison names (for the inspector's
 * file), without its entries. An interrupted run is continued by the next.
 *
 * @returns the number of erased editions
 */
export async function eraseOldEditions(context: Pick<Context, 'database' | 'now'>): Promise<number> {
  const act = systemContext(context)
  const { db } = context.database
  const candidates = await db
    .select({ id: listEditions.id, source: listEditions.source })
    .from(listEditions)
    .where(
      and(
        isExpired(listEditions.supersededAt, act.now),
        or(
          exists(
            db
              .select({ one: sql`1` })
              .from(listEntries)
              .where(and(eq(listEntries.fromEdition, listEditions.id), isErasable(db, act.now))),
          ),
          isUnused(db),
        ),
      ),
    )
  let erased = 0
  for (const edition of candidates)
    if (await inTransaction(act, (work) => eraseEdition(work, edition))) erased += 1
  return erased
}

async function eraseEdition(
  work: TransactionContext<null, 'database'>,
  { id, source }: { id: string; source: ListSource },
): Promise<boolean> {
  const { tx, now } = work
  const { rowCount } = await tx
    .delete(listEntries)
    .where(and(eq(listEntries.fromEdition, id), isErasable(tx, now)))
  const { rowCount: editions } = await tx
    .delete(listEditions)
    .where(and(eq(listEditions.id, id), isUnused(tx)))
  const whole = (editions ?? 0) > 0
  await record(work, 'list.erased', null, { source, entries: rowCount ?? 0, whole })
  return whole
}

/** By the days of South Africa, as `isRetentionOver`. */
function isExpired(at: AnyPgColumn | SQL, now: Date): SQL {
  return sql`to_char(${at} at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') < ${erasedBefore(now)}`
}

/** The condition that an entry went out of force long ago, and no hit was found with it. */
function isErasable(db: Queries, now: Date): SQL | undefined {
  const closedLater = db
    .select({ one: sql`1` })
    .from(sql`${listEditions} closing`)
    .where(sql`closing.id = ${listEntries.toEdition} and not ${isExpired(sql`closing.in_force_at`, now)}`)
  const found = db
    .select({ one: sql`1` })
    .from(hits)
    .where(eq(hits.entryId, listEntries.id))
  return and(isNotNull(listEntries.toEdition), notExists(closedLater), notExists(found))
}

/** The condition that an edition has no entries, and no stored comparison names it. */
function isUnused(db: Queries): SQL | undefined {
  const entries = db
    .select({ one: sql`1` })
    .from(listEntries)
    .where(eq(listEntries.fromEdition, listEditions.id))
  return and(
    notExists(entries),
    sql`${listEditions.id} not in (select unnest(${screenings.editions}) from ${screenings})`,
  )
}
