import { and, inArray, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { EventType } from '#features/applications/rules/events.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { namedStatement, type NamedStatement } from '#base/server/db/named-statement.ts'
import { apiTokens, webhookEndpoints } from '#features/integrations/schema.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { applications } from '#features/access/schema/tables.ts'

/** Events of one type about applications. */
export interface EventsToQueue {
  type: Exclude<EventType, 'client.erased'>
  applicationIds: readonly string[]
  /** Ids and statuses beside those of the application; never answers (POPIA, sections 20 and 21). */
  data?: EventData
  /** Further data by application. */
  dataOf?: Readonly<Record<string, EventData>>
}

type EventData = Readonly<Record<string, string | number | null>>

type Writing = Pick<TransactionContext<Doer | null, 'settings'>, 'tx' | 'now' | 'context'>

/**
 * Writes events in the transaction of their cause, so that they are published if and only if it commits. The payload is
 * fixed here. Writes nothing while there is no one to receive it.
 *
 * @param dueAt delays them, so that they can be undone (docs/decisions/0083)
 * @returns their ids
 */
export function queueEvents(
  work: Writing,
  { applicationIds, ...event }: EventsToQueue,
  dueAt: Date = work.now,
): Promise<string[]> {
  if (applicationIds.length === 0) return Promise.resolve([])
  return write(work, { ...event, statement: insertEvents, of: applicationIds, dueAt })
}

/** The same about a client’s application. */
export async function queueEventsOfClient(
  work: Writing,
  { type, clientId }: { type: EventsToQueue['type']; clientId: string },
): Promise<void> {
  await write(work, { type, statement: insertEventsOfClients, of: [clientId], dueAt: work.now })
}

/** Whether anything receives events: an endpoint, or a token that reads them. @param at an ISO time */
const isReceived = (at: SQLWrapper) => sql`(
  exists (select from ${webhookEndpoints} where ${webhookEndpoints.state} <> 'off')
  or exists (select from ${apiTokens} where ${apiTokens.revokedAt} is null
    and ${apiTokens.expiresAt} > ${at}::timestamptz and 'events.read' = any(${apiTokens.scopes})))`

/**
 * For a transaction that adds a receiver, before its other locks: waits for those that found none, and holds up the next
 * ones until it commits. No event that is committed after the receiver is missing.
 */
export async function lockEvents(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${integrationEvents} in share mode`)
}

const columns = sql.raw('id, type, application_id, body, created_at, due_at')

type EventValue = 'type' | 'prefix' | 'more' | 'ofEach' | 'at' | 'due' | 'of'

/**
 * Prepared, since planning costs more than the rest where there is no one to receive events. The ids are a subquery, so
 * that PostgreSQL plans once for any number of them.
 */
const insertBy = (name: string, id: AnyPgColumn) =>
  namedStatement<EventValue>(
    name,
    (value) => sql`
    insert into ${integrationEvents} (${columns})
    select gen_random_uuid(), ${value('type')}, ${applications.id},
      json_build_object('type', ${value('type')}::text, 'timestamp', ${value('at')}::text, 'data', jsonb_build_object(
        'applicationId', ${applications.id}, 'clientId', ${applications.userId}, 'version', ${applications.version},
        'reference', concat_ws('-', ${value('prefix')}::text, left(${applications.reference}, 4), substr(${applications.reference}, 5)),
        'wealthManagerId', ${applications.wealthManagerId}) || ${value('more')}::jsonb
        || coalesce(${value('ofEach')}::jsonb -> ${applications.id}::text, '{}'))::text,
      ${value('at')}::timestamptz, ${value('due')}::timestamptz
    from ${applications} where ${id} = any((select ${value('of')}::uuid[])::uuid[]) and ${isReceived(value('at'))}
    returning id`,
  )

const insertEvents = insertBy('insert_events', applications.id)
const insertEventsOfClients = insertBy('insert_events_of_clients', applications.userId)

async function write(
  { tx, now, context }: Writing,
  {
    type,
    data = {},
    dataOf = {},
    statement,
    of,
    dueAt,
  }: Omit<EventsToQueue, 'applicationIds'> & {
    statement: NamedStatement<EventValue>
    of: readonly string[]
    dueAt: Date
  },
): Promise<string[]> {
  const rows = await statement.rowsIn<{ id: string }>(tx, {
    type,
    prefix: context.settings.branding.referencePrefix,
    more: JSON.stringify(data),
    ofEach: JSON.stringify(dataOf),
    at: now.toISOString(),
    due: dueAt.toISOString(),
    of,
  })
  return rows.map(({ id }) => id)
}

/**
 * Writes the event of an erased client. It refers to no row, since the client’s other events are deleted with the
 * application.
 */
export async function queueErasedEvent(
  { tx, now }: Pick<TransactionContext<null, never>, 'tx' | 'now'>,
  ids: { clientId: string; applicationId: string },
): Promise<void> {
  const at = now.toISOString()
  const body = JSON.stringify({ type: 'client.erased', timestamp: at, data: ids })
  await tx.execute(sql`
    insert into ${integrationEvents} (${columns})
    select gen_random_uuid(), 'client.erased', null, ${body}, ${at}::timestamptz, ${at}::timestamptz
    where ${isReceived(sql`${at}`)}`)
}

/**
 * Deletes events of an action that is undone.
 *
 * @returns false where one of them was published, or is being
 */
export async function deleteUnpublished(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const gone = await tx
    .delete(integrationEvents)
    .where(and(inArray(integrationEvents.id, [...ids]), isNull(integrationEvents.position)))
    .returning({ id: integrationEvents.id })
  return gone.length === ids.length
}
