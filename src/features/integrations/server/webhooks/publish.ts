import { sql } from 'drizzle-orm'
import { TEST_EVENT } from '#features/applications/rules/events.ts'
import type { Context } from '#base/server/context.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'

const AT_ONCE = 500
/** Key of the lock that orders publications across servers. */
const PUBLICATION_LOCK = 4_004_017

/**
 * Publishes due events: gives each its position in the stream, and a delivery to each endpoint that wants it. One server
 * at a time, so that positions become visible in order and a reader that pages skips none.
 *
 * Positions are milliseconds or more, so that they also grow after a restore from a backup.
 *
 * @returns the number of events
 */
export async function publishDueEvents({ database: { db }, now }: Pick<Context, 'database' | 'now'>) {
  const at = now().toISOString()
  const [waiting] = await db
    .select({ id: integrationEvents.id })
    .from(integrationEvents)
    .where(isDue(at))
    .limit(1)
  if (waiting === undefined) return 0
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${PUBLICATION_LOCK})`)
    const { rows } = await tx.execute<{ published: number }>(sql`
      with due as materialized (
        select id, type, due_at from ${integrationEvents} where ${isDue(at)}
        order by due_at, id limit ${AT_ONCE} for update),
      ranked as (select id, type, row_number() over (order by due_at, id) as rank from due),
      base as (
        select greatest(coalesce(max(position), 0), (extract(epoch from ${at}::timestamptz) * 1000)::bigint) as position
        from ${integrationEvents}),
      published as (
        update ${integrationEvents} event set position = base.position + ranked.rank
        from ranked, base where event.id = ranked.id returning event.id, event.type),
      queued as (
        insert into ${webhookDeliveries} (id, endpoint_id, event_id, created_at, next_attempt_at)
        select gen_random_uuid(), endpoint.id, published.id, ${at}::timestamptz, ${at}::timestamptz
        from published join ${webhookEndpoints} endpoint
          on endpoint.state <> 'off' and published.type = any(endpoint.events))
      select count(*)::int as published from published`)
    return rows[0]?.published ?? 0
  })
}

function isDue(at: string) {
  return sql`position is null and due_at <= ${at}::timestamptz and type <> ${TEST_EVENT}`
}
