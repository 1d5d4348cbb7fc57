import { and, eq, inArray, lt, max, ne, sql } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { webhookDeliveries } from '#features/integrations/schema.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** How long events and deliveries are stored, in days. */
const EVENT_DAYS = 30
const AT_ONCE = 5000

/**
 * Deletes events that are older than 30 days, with their deliveries, in batches. The newest of them stays: a reader that
 * has not come as far has missed those before it.
 *
 * @returns the number of events
 */
export async function deleteOldEvents({ database: { db }, now }: Pick<Context, 'database' | 'now'>) {
  const limit = new Date(now().getTime() - EVENT_DAYS * DAY_MS)
  const isOld = lt(integrationEvents.createdAt, limit)
  const [newest] = await db
    .select({ position: max(integrationEvents.position) })
    .from(integrationEvents)
    .where(isOld)
  const last = newest?.position ?? 0
  const ofLast = db
    .select({ id: integrationEvents.id })
    .from(integrationEvents)
    .where(eq(integrationEvents.position, last))
  await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.eventId, ofLast))
  let deleted = 0
  for (;;) {
    const old = db
      .select({ id: integrationEvents.id })
      .from(integrationEvents)
      .where(and(isOld, ne(sql`coalesce(${integrationEvents.position}, -1)`, last)))
      .limit(AT_ONCE)
    const gone = await db
      .delete(integrationEvents)
      .where(sql`${integrationEvents.id} in (${old})`)
      .returning({ id: integrationEvents.id })
    deleted += gone.length
    if (gone.length < AT_ONCE) return deleted
  }
}
