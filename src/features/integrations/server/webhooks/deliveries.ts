import { and, eq, getTableColumns, gte, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { WebhookDelivery, WebhookDeliveryDetail } from '#features/integrations/api/webhooks.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { readRows, type Listed } from '#base/server/lists/read-rows.ts'
import { byColumn, paginate, type ListOrders, type Page } from '#base/server/lists/paginate.ts'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { messageIdOf } from './send.ts'

const order = {
  name: 'this list of deliveries',
  keys: { createdAt: byColumn(webhookDeliveries.createdAt), id: byColumn(webhookDeliveries.id) },
  orders: { createdAt: ['createdAt'] },
  unique: 'id',
} as const satisfies ListOrders<'createdAt', string>

type Row = typeof webhookDeliveries.$inferSelect & { event: string }
/** Of a single read, or of a list, which has times as text. */
type Shown = Row | Listed<Row>

function stateOf({ deliveredAt, givenUpAt }: Shown): WebhookDelivery['state'] {
  if (deliveredAt !== null) return 'delivered'
  return givenUpAt === null ? 'waiting' : 'given-up'
}

function present(row: Shown): WebhookDelivery {
  const state = stateOf(row)
  return {
    id: row.id,
    event: row.event,
    createdAt: new Date(row.createdAt).toISOString(),
    state,
    attempts: row.attempts,
    status: row.lastStatus,
    ms: row.lastMs,
    error: row.lastError,
    nextAttemptAt: state === 'waiting' ? new Date(row.nextAttemptAt).toISOString() : null,
    isResend: row.resendOf !== null,
  }
}

const isInState = {
  waiting: and(isNull(webhookDeliveries.deliveredAt), isNull(webhookDeliveries.givenUpAt)),
  delivered: isNotNull(webhookDeliveries.deliveredAt),
  'given-up': isNotNull(webhookDeliveries.givenUpAt),
} as const satisfies Record<WebhookDelivery['state'], SQL | undefined>

function select(db: Queries) {
  return db
    .select({ delivery: webhookDeliveries, event: integrationEvents.type, body: integrationEvents.body })
    .from(webhookDeliveries)
    .innerJoin(integrationEvents, eq(integrationEvents.id, webhookDeliveries.eventId))
}

/**
 * A page of an endpoint's deliveries, latest first.
 *
 * @throws DomainError not-found for a missing endpoint
 */
export async function listDeliveries(
  { context }: CommandContext,
  endpointId: string,
  query: ParsedInput<'GET /api/system-admin/webhooks/{id}/deliveries'>['query'],
): Promise<Page<WebhookDelivery>> {
  const { database } = context
  const { db } = database
  await requireEndpoint(db, endpointId)
  const { state, type, limit, cursor } = query
  const filter = and(
    eq(webhookDeliveries.endpointId, endpointId),
    state && isInState[state],
    type && eq(integrationEvents.type, type),
  )
  return paginate(
    order,
    { sort: 'createdAt', direction: 'desc', limit, cursor },
    {
      read: ({ where, orderBy, limit: size, values, shape }) =>
        readRows(
          database,
          JSON.stringify(['deliveries', endpointId, state, type, shape]),
          () =>
            db
              .select({ ...getTableColumns(webhookDeliveries), event: integrationEvents.type })
              .from(webhookDeliveries)
              .innerJoin(integrationEvents, eq(integrationEvents.id, webhookDeliveries.eventId))
              .where(and(filter, where))
              .orderBy(...orderBy)
              .limit(size),
          values,
        ),
      present,
    },
  )
}

async function requireEndpoint(db: Queries, id: string): Promise<void> {
  const [found] = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
  if (found === undefined) throw notFound()
}

/**
 * A delivery with its content.
 *
 * @throws DomainError not-found, also once it is deleted
 */
export async function deliveryById(db: Queries, id: string): Promise<WebhookDeliveryDetail> {
  const [found] = await select(db).where(eq(webhookDeliveries.id, id))
  if (found === undefined) throw notFound()
  const { delivery, event, body } = found
  return {
    ...present({ ...delivery, event }),
    messageId: messageIdOf(delivery.eventId),
    body,
    answer: delivery.lastAnswer,
  }
}

/**
 * Sends the event of a delivery again, as a new delivery.
 *
 * @throws DomainError not-found; conflict (409) while it waits
 */
export async function resend<Answer>(
  act: CommandContext,
  id: string,
  answer: (tx: Transaction, delivery: WebhookDelivery) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const [found] = await select(work.tx).where(eq(webhookDeliveries.id, id)).for('update')
    if (found === undefined) throw notFound()
    const { delivery, event } = found
    if (stateOf({ ...delivery, event }) === 'waiting') {
      throw new DomainError('conflict', 'This delivery is still waiting. It will be sent automatically.')
    }
    const [made] = await queueAgain(work, [delivery])
    if (made === undefined) throw notFound()
    await record(work, 'webhook.resent', delivery.endpointId, { deliveries: 1 })
    return answer(work.tx, present({ ...made, event }))
  })
}

const MAX_RESENT = 10_000

/**
 * Sends all events again that were given up since a time.
 *
 * @throws DomainError not-found
 */
export async function resendGivenUp<Answer>(
  act: CommandContext,
  { id, since }: { id: string; since: string },
  answer: (tx: Transaction, deliveries: number) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx } = work
    await requireEndpoint(tx, id)
    const given = await tx
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.endpointId, id), gte(webhookDeliveries.givenUpAt, new Date(since))))
      .orderBy(webhookDeliveries.createdAt)
      .limit(MAX_RESENT)
    const made = await queueAgain(work, given)
    if (made.length > 0) await record(work, 'webhook.resent', id, { deliveries: made.length })
    return answer(tx, made.length)
  })
}

function queueAgain(
  { tx, now }: TransactionContext,
  deliveries: readonly (typeof webhookDeliveries.$inferSelect)[],
) {
  if (deliveries.length === 0) return Promise.resolve([])
  return tx
    .insert(webhookDeliveries)
    .values(
      deliveries.map(({ id, endpointId, eventId }) => ({
        id: newId(),
        endpointId,
        eventId,
        createdAt: now,
        nextAttemptAt: now,
        resendOf: id,
      })),
    )
    .returning()
}
