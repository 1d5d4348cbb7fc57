import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Direction } from '#domain/applications/review/list.ts'
import { equals, whereAll, type Condition, type Parameters } from './statement.ts'

/** The columns of an order: an index has to begin with them, after what filters compare with, and end with what is unique. */
export type Order = readonly PgColumn[]

/** A place in a list: the values of its order's columns, and what tells its row from others with the same values. */
export interface Position {
  key: readonly (string | number | null)[]
  id: string | number
}

/** The rows of a list that have this value in a column. */
export interface Part {
  column: PgColumn
  value: string | number
}

/** Which rows a list is made of, and in which order. */
export interface Walk {
  table: string
  order: Order
  /** Tells rows apart, and decides between those with equal values. */
  unique: PgColumn
  direction: Direction
  where: readonly Condition[]
  /** Parts that make up the list where no index has all of it in its order: each is read along its own, and they are merged. */
  parts?: readonly Part[] | undefined
  /** Where it goes on; null for its beginning. */
  after: Position | null
}

/** Whether the value that sorts may be missing: rows without it come last in either direction. */
export function mayBeMissing(order: Order): boolean {
  return order[0]?.notNull === false
}

function sortingColumns({ order, unique }: Pick<Walk, 'order' | 'unique'>): string[] {
  return [...order, unique].map(({ name }) => name)
}

/** Sorts rows that were read by whatever way. */
export function orderBy(walk: Walk): string {
  const missingLast = mayBeMissing(walk.order) ? [`${walk.order[0]?.name} is null`] : []
  return [...missingLast, ...sortingColumns(walk).map((column) => `${column} ${walk.direction}`)].join(', ')
}

/**
 * Reads the first rows of a list from its place on, along the one index that fits: as many as are asked for and no more,
 * however long the list. Rows without the sort value are a second walk of the same index, begun only when the first ends.
 *
 * @param select the columns
 * @param conditions what else has to be so
 */
export function readInOrder(walk: Walk, reading: Reading, parameters: Parameters): string {
  const walks = walksOf(walk).map((one) => readAlong(one, reading, parameters))
  if (walks.length === 0) return `select ${reading.select} from ${walk.table} where false`
  if (walks.length === 1) return walks.join('')
  const all = walks.map((one) => `(${one})`).join(' union all ')
  return `select * from (${all}) merged order by ${orderBy(walk)} limit ${reading.limit}`
}

/** A walk of its own for each part, as far as anything of it lies behind the place where the list goes on. */
function walksOf({ parts = [], ...walk }: Walk): Walk[] {
  return parts.length === 0 ? [walk] : parts.flatMap((part) => walkOf(walk, part) ?? [])
}

/**
 * A list that is sorted by what a part has in common is sorted by the rest of its order there. Said so, PostgreSQL begins at the place;
 * of a comparison of rows and an equality with the same column it takes the equality, and reads all that lies before.
 */
function walkOf(walk: Walk, { column, value }: Part): Walk | null {
  const where = [...walk.where, equals(column, value)]
  const [first, ...order] = walk.order
  if (first?.name !== column.name) return { ...walk, where }
  const sorted = { ...walk, where, order }
  if (walk.after === null) return sorted
  const { key, id } = walk.after
  const [at = null, ...rest] = key
  if (at === value) return { ...sorted, after: { key: rest, id } }
  const isBehind = at !== null && (walk.direction === 'asc' ? value > at : value < at)
  return isBehind ? { ...sorted, after: null } : null
}

/** What is read of each row, and how many rows. */
interface Reading {
  select: string
  conditions?: readonly string[]
  limit: number
}

/** Reads along one index. */
function readAlong(walk: Walk, { select, conditions = [], limit }: Reading, parameters: Parameters): string {
  const { order, direction, table } = walk
  const scope = [...scopeOf(walk, parameters), ...conditions]
  const sorted = sortingColumns(walk).map((column) => `${column} ${direction}`)
  // Rows without the sort value are sorted by it too: this is what has the planner take its index for them.
  const along = (where: readonly string[]) =>
    `select ${select} from ${table}${whereAll([...scope, ...where])} order by ${sorted.join(', ')} limit ${limit}`
  const place = placeOf(walk, parameters)
  if (!mayBeMissing(order)) return along(place.there ?? [])
  const missing = along([`${order[0]?.name} is null`, ...place.missing])
  if (place.there === null) return missing
  const there = along([`${order[0]?.name} is not null`, ...place.there])
  return `(${there}) union all (${missing}) limit ${limit}`
}

/** That a row lies behind the place in a list, for rows that are not read along its index. */
export function beyond(walk: Walk, parameters: Parameters): string[] {
  if (walk.after === null) return []
  const { there, missing } = placeOf(walk, parameters)
  if (!mayBeMissing(walk.order)) return there ?? []
  const isMissing = [`${walk.order[0]?.name} is null`, ...missing].join(' and ')
  return [there === null ? isMissing : `(${[...there, isMissing].join(' or ')})`]
}

/** The rows that a list is made of. */
export function scopeOf(
  { where, parts = [] }: Pick<Walk, 'where' | 'parts'>,
  parameters: Parameters,
): string[] {
  const either = parts.map(({ column, value }) => equals(column, value)(parameters))
  return [
    ...where.map((condition) => condition(parameters)),
    ...(either.length === 0 ? [] : [`(${either.join(' or ')})`]),
  ]
}

/** What has to be so of rows that have the sort value (null where none follows), and of those that lack it. */
function placeOf(walk: Walk, parameters: Parameters): { there: string[] | null; missing: string[] } {
  const { after, direction, unique } = walk
  if (after === null) return { there: [], missing: [] }
  const comparison = direction === 'asc' ? '>' : '<'
  const id = parameters.add(after.id)
  if (after.key[0] === null) return { there: null, missing: [`${unique.name} ${comparison} ${id}`] }
  const key = after.key.map((value) => parameters.add(value))
  return {
    there: [`(${sortingColumns(walk).join(', ')}) ${comparison} (${[...key, id].join(', ')})`],
    missing: [],
  }
}
