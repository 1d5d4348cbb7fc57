import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import {
  GIVEN_UP_AFTER_MS,
  nextAttempt,
  restAfter,
  verdictOf,
} from '#features/integrations/rules/retry-schedule.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import {
  inTransaction,
  systemContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'
import { type integrationEvents } from '#features/applications/schema/events-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import type { Outcome } from './send.ts'
import { warnOfWebhook, warnOncePerDay } from './warn.ts'

type Endpoint = typeof webhookEndpoints.$inferSelect

/** An attempt: the claimed delivery, with its event and endpoint. */
export interface Attempt {
  endpoint: Endpoint
  event: Pick<typeof integrationEvents.$inferSelect, 'type'>
  delivery: Pick<typeof webhookDeliveries.$inferSelect, 'id' | 'attempts' | 'createdAt'>
}

type Settling = TransactionContext<null>

/**
 * Stores the result of an attempt: the delivery's next one, and whether its endpoint rests, is paused or switched off.
 *
 * @returns `ended` where the endpoint receives no more for now
 */
export async function settle(
  context: Context,
  attempt: Attempt,
  outcome: Outcome,
): Promise<'delivered' | 'refused' | 'ended'> {
  // A server that stops leaves its claim to expire.
  if (outcome.kind === 'stopped') return 'ended'
  return inTransaction(systemContext(context), async (work) => {
    const verdict = outcome.kind === 'answered' ? verdictOf(outcome.status) : 'endpoint-fails'
    if (verdict === 'delivered') {
      await noteSuccess(work, attempt, outcome)
      return 'delivered'
    }
    await noteFailure(work, attempt, outcome)
    if (outcome.kind === 'not-allowed') await switchEndpoint(work, attempt.endpoint, 'paused', 'address')
    else if (verdict === 'gone') await switchEndpoint(work, attempt.endpoint, 'off', '410')
    else if (verdict === 'endpoint-fails') await restEndpoint(work, attempt.endpoint, outcome)
    return verdict === 'event-refused' ? 'refused' : 'ended'
  })
}

function resultOf(outcome: Outcome) {
  return {
    lastMs: outcome.ms,
    lastStatus: outcome.kind === 'answered' ? outcome.status : null,
    lastAnswer: outcome.kind === 'answered' ? outcome.answer : null,
    lastError: outcome.kind === 'answered' ? null : outcome.error,
  }
}

async function noteSuccess({ tx, now }: Settling, { delivery, endpoint }: Attempt, outcome: Outcome) {
  await tx
    .update(webhookDeliveries)
    .set({ ...resultOf(outcome), deliveredAt: now })
    .where(eq(webhookDeliveries.id, delivery.id))
  await endRest(tx, endpoint, now)
}

/** Notes that an endpoint accepts events. After failures it no longer rests, and what failed meanwhile is due now. */
export async function endRest(
  tx: Transaction,
  { id, failures }: Pick<Endpoint, 'id' | 'failures'>,
  now: Date,
): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ failures: 0, failingSince: null, restsUntil: null, lastSuccessAt: now })
    .where(eq(webhookEndpoints.id, id))
  if (failures === 0) return
  await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: now })
    .where(
      and(
        eq(webhookDeliveries.endpointId, id),
        isNull(webhookDeliveries.deliveredAt),
        isNull(webhookDeliveries.givenUpAt),
        gt(webhookDeliveries.nextAttemptAt, now),
      ),
    )
}

async function noteFailure(work: Settling, { delivery, endpoint, event }: Attempt, outcome: Outcome) {
  const { tx, now } = work
  const next = outcome.kind === 'not-allowed' ? null : nextAttempt(delivery.attempts, delivery.createdAt, now)
  await tx
    .update(webhookDeliveries)
    .set({ ...resultOf(outcome), ...(next === null ? { givenUpAt: now } : { nextAttemptAt: next }) })
    .where(eq(webhookDeliveries.id, delivery.id))
  if (next !== null) return
  const details = { deliveryId: delivery.id, event: event.type, attempts: delivery.attempts }
  await recordFailure(work, 'webhook.given-up', endpoint.id, details)
  await warnOncePerDay(work, endpoint, 'given-up')
}

async function restEndpoint(work: Settling, before: Endpoint, outcome: Outcome): Promise<void> {
  const { tx, now } = work
  const { id } = before
  const asked = outcome.kind === 'answered' ? outcome.retryAfterMs : null
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set({
      // Attempts that failed at the same time count once.
      failures: sql`greatest(${webhookEndpoints.failures}, ${before.failures + 1})`,
      failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(webhookEndpoints.id, id))
    .returning()
  if (endpoint === undefined) return
  const { failures, failingSince } = endpoint
  const failingMs = now.getTime() - (failingSince ?? now).getTime()
  if (failingMs >= GIVEN_UP_AFTER_MS) return switchEndpoint(work, endpoint, 'off', 'failures')
  await tx
    .update(webhookEndpoints)
    .set({ restsUntil: new Date(now.getTime() + restAfter(failures, asked)) })
    .where(eq(webhookEndpoints.id, id))
  if (failingMs >= GIVEN_UP_AFTER_MS / 3) await warnOncePerDay(work, endpoint, 'failing')
}

/** Pauses an endpoint or switches it off, and notifies the system administrators. It has to be tested again. */
async function switchEndpoint(
  work: Settling,
  { id, name }: Pick<Endpoint, 'id' | 'name'>,
  state: 'paused' | 'off',
  by: 'address' | '410' | 'failures',
): Promise<void> {
  const { tx } = work
  const switched = await tx
    .update(webhookEndpoints)
    .set({ state, stateReason: by, testedAt: null, restsUntil: null })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.state, 'on')))
    .returning({ id: webhookEndpoints.id })
  // A concurrent attempt has switched it already.
  if (switched.length === 0) return
  await recordFailure(work, 'webhook.state-changed', id, { state, by })
  await warnOfWebhook(work, { name, trouble: by })
}

/** Records a change that a person made. */
export async function recordSwitch(
  work: TransactionContext,
  id: string,
  state: Endpoint['state'],
): Promise<void> {
  await record(work, 'webhook.state-changed', id, { state, by: 'person' })
}
