import { lt, sql } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'

/** How long events and deliveries are stored, in days. */
const EVENT_DAYS = 30
const AT_ONCE = 5000

/** Deletes events that are older than 30 days, with their deliveries, in batches. @returns the number of events */
export async function deleteOldEvents({ database: { db }, now }: Pick<Context, 'database' | 'now'>) {
  const limit = new Date(now().getTime() - EVENT_DAYS * 86_400_000)
  let deleted = 0
  for (;;) {
    const old = db
      .select({ id: integrationEvents.id })
      .from(integrationEvents)
      .where(lt(integrationEvents.createdAt, limit))
      .limit(AT_ONCE)
    const gone = await db
      .delete(integrationEvents)
      .where(sql`${integrationEvents.id} in (${old})`)
      .returning({ id: integrationEvents.id })
    deleted += gone.length
    if (gone.length < AT_ONCE) return deleted
  }
}
