import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { MAX_PAGE_SIZE, type ApplicationSort, type Direction } from '#domain/applications/review/list.ts'
import type { ApiError } from '#client/lib/api.ts'
import type { Page } from '#client/lib/call-page.ts'
import { applicationListsKey } from '#client/lists/application-lists-key.ts'
import type { ListView } from './list-view.ts'

/** What a page of a list is asked for. */
export interface PageQuery<Sort extends ApplicationSort> {
  status: ApplicationStatus | undefined
  sort: Sort
  direction: Direction
  search: string | undefined
  limit: number
  cursor: string | undefined
}

/** One of the lists of applications. */
export interface ApplicationList<Sort extends ApplicationSort, Row = ListedApplication> {
  /** Tells its rows from those of other lists in the cache. */
  name: string
  /** What it can be sorted by, the first where nobody says otherwise. */
  sorts: readonly [Sort, ...Sort[]]
  load: (query: PageQuery<Sort>, signal: AbortSignal) => Promise<Page<Row>>
}

const PAGE_ROWS = MAX_PAGE_SIZE
/** More are let go at the far end: however far somebody scrolls, the browser holds so many pages. */
const PAGES_KEPT = 10

/** Where a page begins, and how one came there: pages that were let go are found again by it. */
interface PageStart {
  cursor: string | undefined
  /** Counted from 0. */
  index: number
  before: PageStart | null
}

interface ListPage<Row> extends Page<Row> {
  start: PageStart
}

const firstPage: PageStart = { cursor: undefined, index: 0, before: null }

/** A list as far as it is loaded: a window of rows that moves with whoever scrolls. */
export interface ApplicationRows<Row = ListedApplication> {
  rows: readonly Row[]
  /** The place of the first loaded row in the whole list. */
  offset: number
  /** How many there are in all; null where nobody counted. */
  total: number | null
  hasMore: boolean
  isLoading: boolean
  isRefreshing: boolean
  /** Whether the rows of another view show until those of this one are there. */
  isOutdated: boolean
  /** When the rows were read. */
  readAt: Date
  error: ApiError | null
  /** Whether more rows failed to come, while those that are there stay. */
  moreFailed: boolean
  retry: () => void
  /** Loads what lies beyond the loaded rows, where it is wanted and not on its way. */
  want: (first: number, last: number) => void
}

export type ApplicationPages<Row = ListedApplication> = InfiniteData<ListPage<Row>, PageStart>

/** How close to the end of what is loaded one has to be for more to be asked for, in rows. */
const AHEAD = 40

/** The rows of a view, page by page as they are wanted (decisions, "Lists"). */
export function useApplicationPages<Sort extends ApplicationSort, Row = ListedApplication>(
  list: ApplicationList<Sort, Row>,
  view: ListView<Sort>,
): ApplicationRows<Row> {
  const { status, sort, direction, search } = view
  const query = useInfiniteQuery<
    ListPage<Row>,
    ApiError,
    ApplicationPages<Row>,
    readonly [...typeof applicationListsKey, string, ListView],
    PageStart
  >({
    queryKey: [...applicationListsKey, list.name, { status, sort, direction, search }],
    queryFn: async ({ pageParam: start, signal }) => {
      const { cursor } = start
      const filter = { status: status ?? undefined, search: search.trim() || undefined }
      return { ...(await list.load({ ...filter, sort, direction, limit: PAGE_ROWS, cursor }, signal)), start }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next, start }) =>
      next === null ? undefined : { cursor: next, index: start.index + 1, before: start },
    getPreviousPageParam: ({ start }) => start.before,
    maxPages: PAGES_KEPT,
    placeholderData: (shown) => shown,
  })
  const { data } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data])
  const offset = (data?.pages[0]?.start.index ?? 0) * PAGE_ROWS
  return {
    rows,
    offset,
    total: data?.pages[0]?.total ?? null,
    hasMore: query.hasNextPage,
    isLoading: query.isPending,
    isRefreshing: query.isRefetching,
    isOutdated: query.isPlaceholderData,
    readAt: new Date(query.dataUpdatedAt),
    error: data === undefined ? query.error : null,
    moreFailed: query.isFetchNextPageError || query.isFetchPreviousPageError,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    want: (first, last) => {
      if (query.isFetching || query.isError) return
      if (last >= offset + rows.length - AHEAD && query.hasNextPage) void query.fetchNextPage()
      else if (first < offset + AHEAD && query.hasPreviousPage) void query.fetchPreviousPage()
    },
  }
}
