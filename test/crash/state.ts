import { getTableConfig } from 'drizzle-orm/pg-core'
import { everyTable } from '#test/support/every-table.ts'
import type { TestServer } from '#test/support/server.ts'
import { storedKeys } from '#test/support/uploads.ts'

/** A row as PostgreSQL's JSON. */
type Row = Record<string, unknown>

/** Contents of database and store. */
export interface State {
  /** Rows by table and primary key. */
  rows: ReadonlyMap<string, ReadonlyMap<string, Row>>
  /** Keys of stored objects. */
  objects: ReadonlySet<string>
  /** Keys of orphaned objects that are recorded for deletion. */
  unattached: readonly string[]
  /** All earlier transactions had ended, so their changes are included. */
  oldest: string
}

/** Tables that record objects without a document. */
const LEFT_OVER = 'unattached_objects'

/** State that may be ahead of the operations. */
const BESIDE: ReadonlySet<string> = new Set([
  // attempts count before they are made, so that no crash gives a free one
  'rate_limits',
  // orphaned objects stay until the cleanup
  LEFT_OVER,
  'audit_chain',
  'audit_chain_progress',
  // results of audit log jobs
  'audit_checks',
  'audit_tallies',
  'audit_chain_keys',
  'encryption_keys',
])

/** Columns that matter beyond the number of new rows. */
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

/** Always read, because they depend on the objects too. */
const READ_WITH_OBJECTS = 'uploads'

/** Reads all tables in one statement, for a consistent snapshot; rows unchanged since `$1` only by primary key. */
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
  /** Undefined for an unchanged row. */
  row: Row | null
  oldest: string
}

/**
 * Reads all data. Reading unchanged rows again would slow down with every trial.
 *
 * @param before the previous snapshot, whose objects are reused for unchanged rows
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

/** Keys of all complete objects. */
async function objectKeys(server: TestServer): Promise<Set<string>> {
  return new Set((await storedKeys(server)).filter((key) => !key.startsWith('unfinished')))
}

/** An address claimed for a file that never arrived counts as unused. */
function normalised(table: string, row: Row, objects: ReadonlySet<string>): Row {
  if (table !== 'uploads') return row
  const { received_at: receivedAt, bytes, ...rest } = row
  const arrived =
    row['document_id'] !== null || (receivedAt !== null && objects.has(String(row['object_key'])))
  return { ...rest, arrived, ...(arrived && { bytes }) }
}

/** Difference between two states as text without ids, so that the same operation of other users compares equal. */
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

/** Invariants: no document without its object, and no object unknown to the cleanup. */
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
