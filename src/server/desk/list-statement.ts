import type { ApplicationSort, Direction } from '#domain/applications/review/list.ts'
import type { ListPosition } from './cursor.ts'

/** Which rows a list is made of, and in which order. */
export interface ListOrder {
  /** Null for all managers'. */
  managerId: string | null
  /** Null for every status. */
  statusOrder: number | null
  sort: ApplicationSort
  direction: Direction
  after: ListPosition | null
}

/** A statement as `pg` takes it. */
export interface Statement {
  text: string
  values: unknown[]
}

interface Order {
  columns: readonly string[]
  /** Whether the first may be missing. */
  mayBeMissing: boolean
  /** What its index is limited to, and what it is only ever read for. */
  among?: string
}

/** The columns of each order. Where the first may be missing, rows without it come last in either direction. */
const orders = {
  createdAt: { columns: ['created_at'], mayBeMissing: false },
  fullName: { columns: ['name_key'], mayBeMissing: true },
  status: { columns: ['status_order', 'created_at'], mayBeMissing: false },
  submittedAt: { columns: ['submitted_at'], mayBeMissing: true },
  netWorth: { columns: ['net_worth'], mayBeMissing: true },
  onboardedAt: { columns: ['onboarded_at'], mayBeMissing: true, among: 'review_base_at is not null' },
} as const satisfies Record<ApplicationSort, Order>

const ID = 'application_id'

/** Writes values as parameters of one statement. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** The columns that a row's position in an order is read from. */
export function keyColumns(sort: ApplicationSort): readonly string[] {
  return orders[sort].columns
}

/** Sorts rows that were read by whatever way. */
export function orderBy({ sort, direction }: Pick<ListOrder, 'sort' | 'direction'>): string {
  const { columns, mayBeMissing } = orders[sort]
  const missingLast = mayBeMissing ? [`${columns[0]} is null`] : []
  return [...missingLast, ...[...columns, ID].map((column) => `${column} ${direction}`)].join(', ')
}

/**
 * Reads the first rows of a list from its place on, along the one index that fits: as many as are asked for and no more,
 * however long the list. Rows without the sort value are a second walk of the same index, begun only when the first ends.
 *
 * @param select the columns
 * @param conditions what else has to be so
 */
export function readInOrder(
  order: ListOrder,
  { select, conditions, limit }: { select: string; conditions: readonly string[]; limit: number },
  parameters: Parameters,
): string {
  const { columns, mayBeMissing } = orders[order.sort]
  const scope = [...scopeOf(order, parameters), ...conditions]
  const sorted = [...columns, ID].map((column) => `${column} ${order.direction}`).join(', ')
  // Rows without the sort value are sorted by it too: this is what has the planner take its index for them.
  const walk = (where: readonly string[]) =>
    `select ${select} from application_summaries${whereAll([...scope, ...where])} order by ${sorted} limit ${limit}`
  const place = placeOf(order, parameters)
  if (!mayBeMissing) return walk(place.there ?? [])
  const missing = walk([`${columns[0]} is null`, ...place.missing])
  if (place.there === null) return missing
  const there = walk([`${columns[0]} is not null`, ...place.there])
  return `(${there}) union all (${missing}) limit ${limit}`
}

/** That a row lies behind the place in a list, for rows that are not read along its index. */
export function beyond(order: ListOrder, parameters: Parameters): string[] {
  if (order.after === null) return []
  const { columns, mayBeMissing } = orders[order.sort]
  const { there, missing } = placeOf(order, parameters)
  if (!mayBeMissing) return there ?? []
  const isMissing = [`${columns[0]} is null`, ...missing].join(' and ')
  return [there === null ? isMissing : `(${[...there, isMissing].join(' or ')})`]
}

/** What has to be so of rows that have the sort value (null where none follows), and of those that lack it. */
function placeOf(
  { sort, direction, after }: ListOrder,
  parameters: Parameters,
): { there: string[] | null; missing: string[] } {
  if (after === null) return { there: [], missing: [] }
  const comparison = direction === 'asc' ? '>' : '<'
  const id = parameters.add(after.id)
  if (after.key[0] === null) return { there: null, missing: [`${ID} ${comparison} ${id}`] }
  const key = after.key.map((value) => parameters.add(value))
  return {
    there: [`(${[...orders[sort].columns, ID].join(', ')}) ${comparison} (${[...key, id].join(', ')})`],
    missing: [],
  }
}

/** The rows that a list is made of. */
export function scopeOf({ managerId, statusOrder, sort }: ListOrder, parameters: Parameters): string[] {
  const { among }: Order = orders[sort]
  if (among !== undefined) return [among]
  return [
    ...(managerId === null ? [] : [`wealth_manager_id = ${parameters.add(managerId)}`]),
    ...(statusOrder === null ? [] : [`status_order = ${parameters.add(statusOrder)}`]),
  ]
}

export function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}
