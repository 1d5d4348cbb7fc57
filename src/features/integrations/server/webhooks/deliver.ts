import { and, asc, eq, exists, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'
import { send } from './send.ts'
import { settle } from './settle.ts'

/** Concurrent attempts at one endpoint. */
const AT_ONCE = 4
/** How long a server owns a claimed delivery: longer than any attempt. If it dies, another one sends it afterwards. */
const CLAIM_MS = 60_000

type Endpoint = typeof webhookEndpoints.$inferSelect

/** Endpoints with due deliveries that are switched on, and not resting after a failure. */
export function readyEndpoints({
  database: { db },
  now,
}: Pick<Context, 'database' | 'now'>): Promise<Endpoint[]> {
  const time = now()
  // Ordered and limited, unlike `exists`: the planner reads one index entry for each endpoint instead of all that are due.
  const oneDue = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isDue(webhookEndpoints.id, time))
    .orderBy(asc(webhookDeliveries.nextAttemptAt))
    .limit(1)
  return db
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.state, 'on'),
        or(isNull(webhookEndpoints.restsUntil), lte(webhookEndpoints.restsUntil, time)),
        isNotNull(sql`(${oneDue})`),
      ),
    )
}

/**
 * Sends due deliveries of an endpoint until none is left or it fails. After a failure its oldest due delivery is sent
 * first, alone, as a probe. Safe on several servers: each delivery is claimed by one.
 *
 * @returns the number delivered
 */
export async function deliverTo(
  context: Context,
  { id, failures }: Pick<Endpoint, 'id' | 'failures'>,
  stopping?: AbortSignal,
): Promise<number> {
  if (failures > 0) {
    if (!(await claimProbe(context, id))) return 0
    if ((await deliverNext(context, id, stopping)) !== 'delivered') return 0
  }
  const sent = await Promise.all(Array.from({ length: AT_ONCE }, () => deliverAll(context, id, stopping)))
  return sent.reduce((sum, one) => sum + one, failures > 0 ? 1 : 0)
}

/** One server probes a resting endpoint; the others see it rest for as long as the attempt may take. */
async function claimProbe({ database: { db }, now }: Context, id: string): Promise<boolean> {
  const time = now()
  const { restsUntil } = webhookEndpoints
  const claimed = await db
    .update(webhookEndpoints)
    .set({ restsUntil: new Date(time.getTime() + CLAIM_MS) })
    .where(and(eq(webhookEndpoints.id, id), or(isNull(restsUntil), lte(restsUntil, time))))
    .returning({ id: webhookEndpoints.id })
  return claimed.length > 0
}

async function deliverAll(context: Context, endpointId: string, stopping?: AbortSignal): Promise<number> {
  let sent = 0
  for (;;) {
    if (stopping?.aborted === true) return sent
    const outcome = await deliverNext(context, endpointId, stopping)
    if (outcome === 'none' || outcome === 'ended') return sent
    if (outcome === 'delivered') sent += 1
  }
}

/** @returns `ended` where the endpoint receives no more for now */
async function deliverNext(
  context: Context,
  endpointId: string,
  stopping?: AbortSignal,
): Promise<'none' | 'delivered' | 'refused' | 'ended'> {
  const claimed = await claimNext(context, endpointId)
  if (claimed === null) return 'none'
  const { endpoint, event, delivery } = claimed
  const outcome = await send(context, endpoint, event, stopping)
  return settle(context, { endpoint, event, delivery }, outcome)
}

function isDue(endpointId: string | typeof webhookEndpoints.id, time: Date) {
  return and(
    eq(webhookDeliveries.endpointId, endpointId),
    isNull(webhookDeliveries.deliveredAt),
    isNull(webhookDeliveries.givenUpAt),
    lte(webhookDeliveries.nextAttemptAt, time),
  )
}

/**
 * Claims the endpoint's oldest due delivery; null for none, or where the endpoint is switched off.
 *
 * The commit does not wait for the disk: a claim that a crash of the database loses is sent again, with the same id.
 */
export async function claimNext(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  endpointId: string,
) {
  const time = now()
  const isOn = and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.state, 'on'))
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(isDue(endpointId, time), exists(db.select().from(webhookEndpoints).where(isOn))))
    .orderBy(asc(webhookDeliveries.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const claimed = db.$with('claimed').as(
    db
      .update(webhookDeliveries)
      .set({
        attempts: sql`${webhookDeliveries.attempts} + 1`,
        nextAttemptAt: new Date(time.getTime() + CLAIM_MS),
      })
      .where(eq(webhookDeliveries.id, sql`(${due})`))
      .returning(),
  )
  const { id, attempts, createdAt, eventId } = claimed
  const [found] = await db
    .with(claimed)
    .select({
      endpoint: webhookEndpoints,
      event: integrationEvents,
      delivery: { id, attempts, createdAt },
      unsynced: sql`set_config('synchronous_commit', 'off', true)`,
    })
    .from(claimed)
    .innerJoin(integrationEvents, eq(integrationEvents.id, eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
  return found ?? null
}
