import { getTableConfig } from 'drizzle-orm/pg-core'
import { everyTable } from '#test/support/every-table.ts'
import type { TestServer } from '#test/support/server.ts'
import { storedKeys } from '#test/support/uploads.ts'

/** A row as PostgreSQL says it in JSON. */
type Row = Record<string, unknown>

/** What database and store hold. */
export interface State {
  /** By table, and in it by primary key. */
  rows: ReadonlyMap<string, ReadonlyMap<string, Row>>
  /** The keys of the stored objects. */
  objects: ReadonlySet<string>
  /** The keys of those that were noted as left over. */
  unattached: readonly string[]
  /** Every transaction before this one had ended: what it did to rows has been read. */
  oldest: string
}

/** Where objects are noted that no document refers to yet. */
const LEFT_OVER = 'unattached_objects'

/** What is kept beside the operations, and may be ahead of them. */
const BESIDE: ReadonlySet<string> = new Set([
  // attempts count before they are made, so that no crash gives one for nothing
  'rate_limits',
  // what a crash left behind is here until it is swept
  LEFT_OVER,
  'audit_chain',
  'audit_chain_progress',
  // what jobs find of the log
  'audit_checks',
  'audit_tallies',
  'audit_chain_keys',
  'encryption_keys',
])

/** The columns that say more than that something of a sort was added. */
const SORT_OF_ROW: Readonly<Record<string, string>> = {
  audit_events: 'action',
  mail_outbox: 'template',
  idempotency_keys: 'call',
}

const tables = everyTable
  .map((table) => getTableConfig(table))
  .filter(({ name }) => !BESIDE.has(name))
  .map(({ name, columns, primaryKeys, uniqueConstraints }) => {
    const own = columns.filter(({ primary }) => primary)
    const [key = own] = [...primaryKeys, ...uniqueConstraints].map((constraint) => constraint.columns)
    return { name, key: key.map((column) => column.name) }
  })

/** Whether one has arrived depends on the objects too: rows of these are always read. */
const READ_WITH_OBJECTS = 'uploads'

/** All tables in one statement, and so at one moment; of a row that nothing has touched since `$1` only which one it is. */
const EVERY_ROW = [...tables, { name: LEFT_OVER, key: ['key'] }]
  .map(({ name, key }) => {
    const id = `row(${key.map((column) => `t."${column}"`).join(', ')})::text`
    const row =
      name === READ_WITH_OBJECTS
        ? 'to_jsonb(t)'
        : 'case when t.xmin::text::xid8 < $1::xid8 then null else to_jsonb(t) end'
    return `select '${name}' as table, ${id} as id, ${row} as row from "${name}" t`
  })
  .join(' union all ')

interface Found {
  table: string
  id: string
  /** None where the row is as it was. */
  row: Row | null
  oldest: string
}

/**
 * Reads everything. What it takes grows with all that trials have left, so little of that is read again.
 *
 * @param before what was read last: a row that is the same since then is the same object
 */
export async function stateOf(server: TestServer, before?: State): Promise<State> {
  const objects = await objectKeys(server)
  const { rows: found } = await server.context.database.pool.query<Found>({
    name: 'every row',
    text: `select found.*, pg_snapshot_xmin(pg_current_snapshot())::text as oldest from (${EVERY_ROW}) found`,
    values: [before?.oldest ?? '0'],
  })
  const rows = new Map([...tables, { name: LEFT_OVER }].map(({ name }) => [name, new Map<string, Row>()]))
  for (const { table, id, row } of found) {
    rows.get(table)?.set(id, row === null ? rowOf(before, table, id) : normalised(table, row, objects))
  }
  const unattached = [...(rows.get(LEFT_OVER)?.values() ?? [])].map((row) => String(row['key']))
  return { rows, objects, unattached, oldest: found[0]?.oldest ?? '0' }
}

function rowOf(state: State | undefined, table: string, id: string): Row {
  const row = state?.rows.get(table)?.get(id)
  if (row === undefined) throw new Error(`${table} ${id} was never read.`)
  return row
}

/** The keys of all objects that are whole. */
async function objectKeys(server: TestServer): Promise<Set<string>> {
  return new Set((await storedKeys(server)).filter((key) => !key.startsWith('unfinished')))
}

/** An address that was taken for a file which never arrived is worth what one is that no one used. */
function normalised(table: string, row: Row, objects: ReadonlySet<string>): Row {
  if (table !== 'uploads') return row
  const { received_at: receivedAt, bytes, ...rest } = row
  const arrived =
    row['document_id'] !== null || (receivedAt !== null && objects.has(String(row['object_key'])))
  return { ...rest, arrived, ...(arrived && { bytes }) }
}

/** What happened between two states, in words without ids: the same for the same operation on other people. */
export function changesBetween(before: State, after: State): string[] {
  return tables.flatMap(({ name }) => changesOf(name, rowsIn(before, name), rowsIn(after, name))).toSorted()
}

function rowsIn({ rows }: State, table: string): ReadonlyMap<string, Row> {
  return rows.get(table) ?? new Map<string, Row>()
}

function changesOf(table: string, before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>) {
  const sort = (row: Row | undefined) => [table, row?.[SORT_OF_ROW[table] ?? '']].filter(Boolean).join(' ')
  const added = [...after].filter(([id]) => !before.has(id)).map(([, row]) => `+ ${sort(row)}`)
  const removed = [...before].filter(([id]) => !after.has(id)).map(([, row]) => `- ${sort(row)}`)
  const changed = [...after].flatMap(([id, row]) => {
    const columns = changedColumns(before.get(id), row)
    return columns.length === 0 ? [] : [`~ ${table}: ${columns.join(', ')}`]
  })
  return [...added, ...removed, ...changed]
}

function changedColumns(before: Row | undefined, after: Row): string[] {
  if (before === undefined || before === after) return []
  return Object.keys(after)
    .filter((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]))
    .toSorted()
}

/** What must never be, whatever failed: a document without its object, and an object that no sweep will find. */
export function brokenPromises(state: State): string[] {
  const { objects, unattached } = state
  const keys = (table: string) => [...rowsIn(state, table).values()].map((row) => String(row['object_key']))
  const documents = keys('documents')
  const known = new Set([...documents, ...keys('uploads'), ...unattached])
  return [
    ...documents.filter((key) => !objects.has(key)).map((key) => `${key} is referenced and not there`),
    ...[...objects].filter((key) => !known.has(key)).map((key) => `${key} would never be swept`),
  ]
}
