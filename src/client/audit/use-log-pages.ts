import { useInfiniteQuery } from '@tanstack/react-query'
import type { QueryOf } from '#domain/api/contract.ts'
import type { ApiError } from '#client/lib/api.ts'
import type { Page } from '#client/lib/call-page.ts'

/** One of the views of the audit log: its name in the cache, and how a page of it is read. */
export interface LogView<Row> {
  name: string
  load: (query: LogQuery, signal: AbortSignal) => Promise<Page<Row>>
}

type LogQuery = QueryOf<'GET /api/system-admin/audit-logs'>

/** The log as far as it is loaded. */
export interface LogPages<Row> {
  rows: readonly Row[]
  /** How many there are in all; null where nobody counted. */
  total: number | null
  isLoading: boolean
  isRefreshing: boolean
  error: ApiError | null
  /** Loads what comes before; null where there is nothing more. */
  showOlder: (() => void) | null
  isLoadingOlder: boolean
  olderFailed: boolean
  refresh: () => Promise<unknown>
}

/** The audit log, page by page as older rows are asked for. */
export function useLogPages<Row>(view: LogView<Row>, query: LogQuery): LogPages<Row> {
  const pages = useInfiniteQuery<
    Page<Row>,
    ApiError,
    { pages: Page<Row>[] },
    readonly unknown[],
    string | null
  >({
    queryKey: ['audit-log', view.name, query],
    queryFn: ({ pageParam, signal }) =>
      view.load(pageParam === null ? query : { ...query, cursor: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  return {
    rows: pages.data?.pages.flatMap(({ rows }) => rows) ?? [],
    total: pages.data?.pages[0]?.total ?? null,
    isLoading: pages.isPending,
    isRefreshing: pages.isRefetching,
    error: pages.data === undefined ? pages.error : null,
    showOlder: pages.hasNextPage ? () => void pages.fetchNextPage() : null,
    isLoadingOlder: pages.isFetchingNextPage,
    olderFailed: pages.isFetchNextPageError,
    refresh: () => pages.refetch(),
  }
}
