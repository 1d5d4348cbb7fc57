import { useInfiniteQuery, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '#client/shared/lib/api.ts'
import type { Page } from '#client/shared/lib/call-page.ts'
import { useView, type ChangeView, type ViewParts } from './view.ts'

/** Which part of a list is asked for. */
export interface PageOf {
  limit: number
  cursor: string | undefined
}

/** A list: what of it somebody may look at, and how a page of that is read. */
export interface ListDefinition<Row, View> {
  /** Tells its rows from those of other lists in the cache; what begins alike is changed together. */
  key: readonly string[]
  view: ViewParts<View>
  /** How many rows are read at a time; each page but the last has as many where `isWindowed`. */
  pageRows: number
  /** Whether it may be so long that only what is in sight is held. */
  isWindowed?: true
  /** Whether rows that were read stay until they are asked for anew; otherwise whoever comes back reads them again. */
  isKept?: true
  /**
   * Given where others change the list: it is read again whenever the window gets the focus, and every minute while it is in
   * sight. Names the counts and figures around it, which are read again with it, so that they never contradict its rows.
   */
  counts?: readonly QueryKey[]
  /** Whether it is read again whenever the window gets the focus. */
  isWatched?: true
  load: (view: View, page: PageOf, signal: AbortSignal) => Promise<Page<Row>>
}

/** Declares a list: `useList` reads it. */
export function defineList<Row, View>(list: ListDefinition<Row, View>): ListDefinition<Row, View> {
  return list
}

/** Where a page begins, and how one came there: pages that were let go are found again by it. */
interface PageStart {
  cursor: string | undefined
  /** Counted from 0. */
  index: number
  before: PageStart | null
}

interface LoadedPage<Row> extends Page<Row> {
  start: PageStart
}

const firstPage: PageStart = { cursor: undefined, index: 0, before: null }

/** A list as far as it is loaded; where it is windowed, a window of rows that moves with whoever scrolls. */
export interface LoadedRows<Row> {
  rows: readonly Row[]
  /** The place of the first loaded row in the whole list. */
  offset: number
  /** How many there are in all; null where nobody counted. */
  total: number | null
  hasMore: boolean
  isWindowed: boolean
  isLoading: boolean
  isRefreshing: boolean
  /** Whether the rows of another view show until those of this one are there. */
  isOutdated: boolean
  /** When the rows were read. */
  readAt: Date
  error: ApiError | null
  /** Whether more rows failed to come, while those that are there stay. */
  moreFailed: boolean
  isLoadingMore: boolean
  /** Reads again what failed, or else all of it. */
  retry: () => void
  /** Loads what follows. */
  showMore: () => void
  /** Loads what lies beyond the loaded rows, where it is wanted and not on its way. */
  want: (first: number, last: number) => void
}

/** A list that somebody looks at. */
export interface List<Row, View> extends LoadedRows<Row> {
  view: View
  changeView: ChangeView<View>
}

export type LoadedPages<Row> = InfiniteData<LoadedPage<Row>, PageStart>

/** More are let go at the far end: however far somebody scrolls, the browser holds so many pages. */
const PAGES_KEPT = 10
/** How long what others did to a shared list may go unseen. */
const SHARED_MS = 60_000
/** How close to the end of what is loaded one has to be for more to be asked for, in rows. */
const AHEAD = 40

/** Whether rows in the cache are of this list, in whichever view: those of another never stand in for them. */
function isOf(list: readonly string[], key: readonly unknown[] | undefined): boolean {
  return (
    key !== undefined && key.length === list.length + 1 && list.every((part, place) => key[place] === part)
  )
}

/**
 * Reads the counts around a list again as its first loaded page is read, and not where further pages are added. What is
 * being read already is left alone.
 */
function readCounts(
  client: QueryClient,
  counts: readonly QueryKey[],
  read: { key: QueryKey; start: PageStart },
): void {
  const loaded = client.getQueryData<LoadedPages<unknown>>(read.key)?.pages[0]?.start ?? firstPage
  if (read.start.index !== loaded.index) return
  for (const queryKey of counts) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

/** The rows of the view that the address names, page by page as they are wanted (decisions, "Lists"). */
export function useList<Row, View>(list: ListDefinition<Row, View>): List<Row, View> {
  const [view, changeView] = useView(list.view)
  const query = useInfiniteQuery<
    LoadedPage<Row>,
    ApiError,
    LoadedPages<Row>,
    readonly (string | View)[],
    PageStart
  >({
    queryKey: [...list.key, view],
    queryFn: async ({ client, queryKey: key, pageParam: start, signal }) => {
      readCounts(client, list.counts ?? [], { key, start })
      const page = { limit: list.pageRows, cursor: start.cursor }
      return { ...(await list.load(view, page, signal)), start }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next, start }) =>
      next === null ? undefined : { cursor: next, index: start.index + 1, before: start },
    getPreviousPageParam: ({ start }) => start.before,
    ...(list.isWindowed && { maxPages: PAGES_KEPT }),
    ...(!list.isKept && { staleTime: 0 }),
    ...(list.isWatched && { refetchOnWindowFocus: true }),
    ...(list.counts && { refetchOnWindowFocus: 'always', refetchInterval: SHARED_MS }),
    placeholderData: (shown, before) => (isOf(list.key, before?.queryKey) ? shown : undefined),
  })
  const { data } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data])
  const offset = (data?.pages[0]?.start.index ?? 0) * list.pageRows
  return {
    view,
    changeView,
    rows,
    offset,
    total: data?.pages[0]?.total ?? null,
    hasMore: query.hasNextPage,
    isWindowed: list.isWindowed ?? false,
    isLoading: query.isPending,
    isRefreshing: query.isRefetching,
    isOutdated: query.isPlaceholderData,
    readAt: new Date(query.dataUpdatedAt),
    error: data === undefined ? query.error : null,
    moreFailed: query.isFetchNextPageError || query.isFetchPreviousPageError,
    isLoadingMore: query.isFetchingNextPage,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    showMore: () => void query.fetchNextPage(),
    want: (first, last) => {
      if (query.isFetching || query.isError) return
      if (last >= offset + rows.length - AHEAD && query.hasNextPage) void query.fetchNextPage()
      else if (first < offset + AHEAD && query.hasPreviousPage) void query.fetchPreviousPage()
    },
  }
}
