import { and, inArray, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { EventType } from '#features/applications/rules/events.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { namedStatement, type NamedStatement } from '#base/server/db/named-statement.ts'
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
 * fixed here, whether or not anything receives events yet: programs read those of the last 30 days.
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

/**
 * The version of the next event of a client, greater than that of each earlier one: later events are published first
 * where earlier ones can still be undone. Microseconds, so that it also grows after a restore from a backup.
 */
const nextVersion = (applicationId: SQLWrapper) => sql`greatest(
  (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  1 + coalesce((select max((known.body::json #>> '{data,eventVersion}')::bigint) from ${integrationEvents} known
    where known.application_id = ${applicationId}), 0))`

const columns = sql.raw('id, type, application_id, body, created_at, due_at')

type EventValue = 'type' | 'prefix' | 'more' | 'ofEach' | 'at' | 'due' | 'of'

/**
 * Prepared, since planning costs more than the rest. The ids are a subquery, so that PostgreSQL plans once for any
 * number of them.
 */
const insertBy = (name: string, id: AnyPgColumn) =>
  namedStatement<EventValue>(
    name,
    (value) => sql`
    insert into ${integrationEvents} (${columns})
    select gen_random_uuid(), ${value('type')}, ${applications.id},
      json_build_object('type', ${value('type')}::text, 'timestamp', ${value('at')}::text, 'data', jsonb_build_object(
        'applicationId', ${applications.id}, 'clientId', ${applications.userId}, 'version', ${applications.version},
        'eventVersion', ${nextVersion(applications.id)},
        'reference', concat_ws('-', ${value('prefix')}::text, left(${applications.reference}, 4), substr(${applications.reference}, 5)),
        'wealthManagerId', ${applications.wealthManagerId}) || ${value('more')}::jsonb
        || coalesce(${value('ofEach')}::jsonb -> ${applications.id}::text, '{}'))::text,
      ${value('at')}::timestamptz, ${value('due')}::timestamptz
    from ${applications} where ${id} = any((select ${value('of')}::uuid[])::uuid[])
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
  const version = nextVersion(sql`${ids.applicationId}::uuid`)
  await tx.execute(sql`
    insert into ${integrationEvents} (${columns})
    select gen_random_uuid(), 'client.erased', null,
      jsonb_set(${body}::jsonb, '{data,eventVersion}', to_jsonb(${version}))::text, ${at}::timestamptz, ${at}::timestamptz`)
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
