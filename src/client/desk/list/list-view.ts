import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import {
  directions,
  MAX_SEARCH_LENGTH,
  type ApplicationSort,
  type Direction,
} from '#domain/applications/review/list.ts'

/** What of a list somebody looks at: kept in the address bar, so that a view can be bookmarked and shared. */
export interface ListView<Sort extends ApplicationSort = ApplicationSort> {
  status: ApplicationStatus | null
  sort: Sort
  direction: Direction
  search: string
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null
}

/** The view that an address names. What it does not name, or names wrongly, is as it is at first. */
export function readView<Sort extends ApplicationSort>(
  params: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
): ListView<Sort> {
  return {
    status: oneOf(applicationStatuses, params.get('status')),
    sort: oneOf(sorts, params.get('sort')) ?? sorts[0],
    direction: oneOf(directions, params.get('direction')) ?? 'desc',
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
  }
}

/** An address for a view: what is as at first stays out of it, and whatever else it holds stays in. */
export function writeView<Sort extends ApplicationSort>(
  params: URLSearchParams,
  view: ListView<Sort>,
  sorts: readonly [Sort, ...Sort[]],
): URLSearchParams {
  const written = new URLSearchParams(params)
  const first = readView(new URLSearchParams(), sorts)
  for (const name of ['status', 'sort', 'direction', 'search'] as const) {
    const value = view[name]
    if (value === null || value === first[name]) written.delete(name)
    else written.set(name, value)
  }
  return written
}

/** What pressing a column's header leads to: the other direction, or that column ascending (specification section 2). */
export function sortedBy<Sort extends ApplicationSort>(view: ListView<Sort>, sort: Sort): ListView<Sort> {
  const turned = view.direction === 'asc' ? 'desc' : 'asc'
  return { ...view, sort, direction: view.sort === sort ? turned : 'asc' }
}
