import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { WebhookEndpoint } from '#features/integrations/api/webhooks.ts'
import type { Queries } from '#base/server/db/database.ts'
import { webhookDeliveries, webhookEndpoints } from '#features/integrations/schema.ts'
import { notFound } from '#base/server/domain-error.ts'

// Named, since drizzle drops the table's name in a query of one table.
const ofEndpoint = sql.raw('webhook_endpoints.id')

/** How many deliveries of the endpoint meet a condition. */
function counted(condition: SQL) {
  return sql<number>`(select count(*)::int from ${webhookDeliveries}
    where ${webhookDeliveries.endpointId} = ${ofEndpoint} and ${condition})`
}

function select(db: Queries, now: Date) {
  const yesterday = sql`${now.toISOString()}::timestamptz - interval '24 hours'`
  const { deliveredAt, givenUpAt } = webhookDeliveries
  return db
    .select({
      endpoint: webhookEndpoints,
      waiting: counted(sql`${deliveredAt} is null and ${givenUpAt} is null`),
      delivered: counted(sql`${deliveredAt} > ${yesterday}`),
      givenUp: counted(sql`${givenUpAt} > ${yesterday}`),
    })
    .from(webhookEndpoints)
}

function present(
  { endpoint, ...figures }: Awaited<ReturnType<typeof select>>[number],
  now: Date,
): WebhookEndpoint {
  const { previousUntil, testedAt, failingSince, restsUntil, lastSuccessAt } = endpoint
  const { id, name, url, events, state, stateReason, operatorName, failures } = endpoint
  return {
    id,
    name,
    url,
    events,
    state,
    stateReason,
    operatorName,
    failures,
    ...figures,
    tested: testedAt !== null,
    agreedAt: endpoint.agreedAt.toISOString(),
    createdAt: endpoint.createdAt.toISOString(),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    restsUntil: restsUntil !== null && restsUntil > now ? restsUntil.toISOString() : null,
    previousUntil: previousUntil !== null && previousUntil > now ? previousUntil.toISOString() : null,
  }
}

/** All webhooks, oldest first. */
export async function listWebhooks(db: Queries, now: Date): Promise<WebhookEndpoint[]> {
  const found = await select(db, now).orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return found.map((row) => present(row, now))
}

/**
 * One webhook.
 *
 * @throws DomainError not-found
 */
export async function webhookById(db: Queries, id: string, now: Date): Promise<WebhookEndpoint> {
  const [found] = await select(db, now).where(eq(webhookEndpoints.id, id))
  if (found === undefined) throw notFound()
  return present(found, now)
}
