import { eq, lte, sql } from 'drizzle-orm'
import { nowhere } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { apiTokens } from '#features/integrations/schema.ts'
import { doerOf } from './authenticate.ts'

const HOUR_MS = 3_600_000

/** Counts a page of a list that a program reads, before it is sent. The audit log gets one row an hour. */
export async function countListing(db: Queries, tokenId: string, rows: number, now: Date): Promise<void> {
  await db
    .update(apiTokens)
    .set({
      listingSince: sql`coalesce(${apiTokens.listingSince}, ${now.toISOString()}::timestamptz)`,
      listedPages: sql`${apiTokens.listedPages} + 1`,
      listedRows: sql`${apiTokens.listedRows} + ${rows}`,
    })
    .where(eq(apiTokens.id, tokenId))
}

/** Records the lists that programs have read, once an hour has passed since the first. @returns the number of rows */
export async function recordListings(context: Pick<Context, 'database' | 'now'>): Promise<number> {
  const now = context.now()
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  return context.database.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(apiTokens)
      .where(lte(apiTokens.listingSince, hourAgo))
      .for('update', { skipLocked: true })
    for (const { id, listedPages: pages, listedRows: rows } of due) {
      const acting = { actor: doerOf({ tokenId: id }), origin: nowhere, now, tx }
      await record(acting, 'applications.listed', null, { pages, rows })
      await tx
        .update(apiTokens)
        .set({ listingSince: null, listedPages: 0, listedRows: 0 })
        .where(eq(apiTokens.id, id))
    }
    return due.length
  })
}
