import { inArray, sql } from 'drizzle-orm'
import { spreadStarts } from '#features/applications/rules/annual-reviews.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { recordEach } from '#features/audit/server/record.ts'
import type { Transaction } from '#base/server/db/database.ts'

/**
 * Makes the reviews of some clients due evenly over some months from now, in the order of the ids. A review that is
 * completed meanwhile counts as always.
 *
 * @param months at most as many as a review period has
 */
export async function spreadReviews(
  work: TransactionContext<Doer>,
  ids: readonly string[],
  months: number,
): Promise<void> {
  const { tx, now, context } = work
  await lockInOrder(tx, ids)
  const { annualReview } = context.settings.branding.office
  const starts = spreadStarts({ reviews: ids.length, over: months }, now, annualReview)
  await tx.execute(sql`
    update ${applications} set review_counted_from = spread.start
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[])
      spread (id, start)
    where ${applications.id} = spread.id`)
  await recordEach(work, 'annual-review.spread', ids, { months })
}

/** Has the reviews of some clients due again as before they were spread. */
export async function undoSpread(work: TransactionContext<Doer>, ids: readonly string[]): Promise<void> {
  const { tx } = work
  await lockInOrder(tx, ids)
  await tx
    .update(applications)
    .set({ reviewCountedFrom: null })
    .where(inArray(applications.id, [...ids]))
  await recordEach(work, 'annual-review.spread-undone', ids, {})
}

/** In a fixed order, to avoid deadlocks. */
async function lockInOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select id from ${applications} where id = any(${sql.param(ids)}::uuid[]) order by id for no key update`)
}
