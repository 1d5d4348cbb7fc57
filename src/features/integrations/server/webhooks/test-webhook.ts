import { eq } from 'drizzle-orm'
import type { WebhookTest } from '#features/integrations/api/webhooks.ts'
import { TEST_EVENT } from '#features/applications/rules/events.ts'
import { verdictOf } from '#features/integrations/rules/retry-schedule.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { newId } from '#base/server/db/id.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'
import { notFound } from '#base/server/domain-error.ts'
import { webhookById } from './read.ts'
import { send } from './send.ts'
import { endRest } from './settle.ts'

/**
 * Sends a test event at once, whatever the endpoint's state, and stores it in the delivery log. A successful test allows
 * switching it on, and ends its rest after failures.
 *
 * @throws DomainError not-found; throttled (429) after 20 in an hour
 */
export async function testWebhook(act: CommandContext, id: string): Promise<WebhookTest> {
  const { context, actor, now } = act
  const [endpoint] = await context.database.db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
  if (endpoint === undefined) throw notFound()
  await countWithin(context, ['webhookTests', actor.userId, 'You have sent many tests.'])
  const eventId = newId()
  const body = JSON.stringify({ type: TEST_EVENT, timestamp: now.toISOString(), data: { webhookId: id } })
  const outcome = await send(context, endpoint, { id: eventId, body })
  const isAnswered = outcome.kind === 'answered'
  const status = isAnswered ? outcome.status : null
  const isDelivered = status !== null && verdictOf(status) === 'delivered'
  return inTransaction(act, async (work) => {
    const { tx } = work
    const [current] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for('update')
    if (current === undefined) throw notFound()
    const done = isDelivered ? { deliveredAt: now } : { givenUpAt: now }
    await tx
      .insert(integrationEvents)
      .values({ id: eventId, type: TEST_EVENT, body, createdAt: now, dueAt: now })
    await tx.insert(webhookDeliveries).values({
      id: newId(),
      endpointId: id,
      eventId,
      createdAt: now,
      nextAttemptAt: now,
      attempts: 1,
      lastStatus: status,
      lastError: isAnswered ? null : outcome.error,
      lastAnswer: isAnswered ? outcome.answer : null,
      lastMs: outcome.ms,
      ...done,
    })
    // The address may have changed during the test.
    if (isDelivered && current.url === endpoint.url && current.secret === endpoint.secret) {
      await tx.update(webhookEndpoints).set({ testedAt: now }).where(eq(webhookEndpoints.id, id))
      await endRest(tx, current, now)
    }
    await record(work, 'webhook.tested', id, { host: new URL(endpoint.url).host, status })
    return {
      status,
      ms: outcome.ms,
      answer: isAnswered ? outcome.answer : outcome.error,
      address: isAnswered ? outcome.address : null,
      webhook: await webhookById(tx, id, now),
    }
  })
}
