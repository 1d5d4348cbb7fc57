import { useInfiniteQuery, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '#base/client/lib/api.ts'
import type { Page } from '#base/client/lib/call-page.ts'
import { useView, type ChangeView, type ViewParts } from './view.ts'

/** The requested page of a list. */
export interface PageOf {
  limit: number
  cursor: string | undefined
}

/** A list: its view and how a page of it is loaded. */
export interface ListDefinition<Row, View> {
  /** The prefix of its query keys; lists with the same prefix are updated together. */
  key: readonly string[]
  view: ViewParts<View>
  /** Rows per page; in a windowed list every page but the last has this many. */
  pageRows: number
  /** Whether only the visible rows are rendered and only a window of pages is cached. */
  isWindowed?: true
  /** Whether loaded rows are cached until invalidated; otherwise they are refetched on each mount. */
  isCached?: true
  /**
   * For lists that others change: refetches on window focus. Names the query keys of the counts around the list, which are refetched with it, so that they never contradict its rows.
   */
  counts?: readonly QueryKey[]
  load: (view: View, page: PageOf, signal: AbortSignal) => Promise<Page<Row>>
}

/** Declares a list for `useList`. */
export function defineList<Row, View>(list: ListDefinition<Row, View>): ListDefinition<Row, View> {
  return list
}

/** The start of a page and the chain of pages before it, by which dropped pages are loaded again. */
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

/** The loaded part of a list; in a windowed list a window of rows that follows the scrolling. */
export interface LoadedRows<Row> {
  rows: readonly Row[]
  /** The index of the first loaded row. */
  offset: number
  /** The number of rows in all; null if not counted. */
  total: number | null
  hasMore: boolean
  isWindowed: boolean
  isLoading: boolean
  isRefreshing: boolean
  /** Whether the latest refresh failed: the rows are older. */
  isRefreshFailed: boolean
  /** Whether rows of the previous view are shown until those of this one are loaded. */
  isOutdated: boolean
  /** When the rows were loaded. */
  readAt: Date
  error: ApiError | null
  /** Whether loading further rows failed. */
  moreFailed: boolean
  isLoadingMore: boolean
  /** Refetches the failed page, or else all. */
  retry: () => void
  /** Loads the next page. */
  showMore: () => void
  /** Loads the pages around a range of rows unless they are loaded or loading. */
  ensureLoaded: (first: number, last: number) => void
}

/** A list with its view. */
export interface List<Row, View> extends LoadedRows<Row> {
  view: View
  changeView: ChangeView<View>
}

export type LoadedPages<Row> = InfiniteData<LoadedPage<Row>, PageStart>

/** Pages at the far end are dropped beyond this number. */
const MAX_PAGES = 10
/** How close to the end of the loaded rows the next page is requested, in rows. */
const AHEAD = 40

/** Whether cached rows belong to this list, in any view: placeholders never come from another list. */
function isOf(list: readonly string[], key: readonly unknown[] | undefined): boolean {
  return (
    key !== undefined && key.length === list.length + 1 && list.every((part, index) => key[index] === part)
  )
}

/**
 * Refetches the counts around a list with its first loaded page, not with further pages. Running requests are not
 * restarted.
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

/** Refetches in the background that a caller does itself. */
export interface BackgroundReads {
  /** Whether the running one reads rows only: the counts follow when its rows are shown. */
  readsRowsOnly: () => boolean
}

/** The query of a list, with the view in the address. */
export function usePages<Row, View>(list: ListDefinition<Row, View>, background?: BackgroundReads) {
  const [view, changeView] = useView(list.view)
  const queryKey = [...list.key, view]
  const query = useInfiniteQuery<
    LoadedPage<Row>,
    ApiError,
    LoadedPages<Row>,
    readonly (string | View)[],
    PageStart
  >({
    queryKey,
    queryFn: async ({ client, queryKey: key, pageParam: start, signal }) => {
      if (!background?.readsRowsOnly()) readCounts(client, list.counts ?? [], { key, start })
      const page = { limit: list.pageRows, cursor: start.cursor }
      return { ...(await list.load(view, page, signal)), start }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next, start }) =>
      next === null ? undefined : { cursor: next, index: start.index + 1, before: start },
    getPreviousPageParam: ({ start }) => start.before,
    ...(list.isWindowed && { maxPages: MAX_PAGES }),
    ...(!list.isCached && { staleTime: 0 }),
    ...(list.counts && !background && { refetchOnWindowFocus: 'always' }),
    placeholderData: (shown, before) => (isOf(list.key, before?.queryKey) ? shown : undefined),
  })
  return { query, queryKey, view, changeView }
}

export type PagesQuery<Row, View> = ReturnType<typeof usePages<Row, View>>

/** The rows of the view in the address, loaded page by page (decisions, "Lists"). */
export function useList<Row, View>(list: ListDefinition<Row, View>): List<Row, View> {
  const pages = usePages(list)
  return useRows(list, pages, pages.query.data)
}

/** The list of a query's pages, or of those that are shown instead. */
export function useRows<Row, View>(
  list: ListDefinition<Row, View>,
  { query, view, changeView }: PagesQuery<Row, View>,
  data: LoadedPages<Row> | undefined,
): List<Row, View> {
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
    isRefreshFailed: query.isRefetchError,
    isOutdated: query.isPlaceholderData,
    readAt: new Date(query.dataUpdatedAt),
    error: data === undefined ? query.error : null,
    moreFailed: query.isFetchNextPageError || query.isFetchPreviousPageError,
    isLoadingMore: query.isFetchingNextPage,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    showMore: () => void query.fetchNextPage(),
    ensureLoaded: (first, last) => {
      if (query.isFetching || query.isError) return
      if (last >= offset + rows.length - AHEAD && query.hasNextPage) void query.fetchNextPage()
      else if (first < offset + AHEAD && query.hasPreviousPage) void query.fetchPreviousPage()
    },
  }
}
