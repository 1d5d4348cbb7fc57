import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationPage } from '#domain/api/notifications.ts'
import type { ApiError } from '#client/lib/api.ts'
import { call, detailOf } from '#client/lib/api.ts'
import { queryFor } from '#client/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'

/**
 * How old a count may be before a page that opens, or somebody who comes back to the window, asks again. No timer does: it would
 * keep the session of somebody who has gone alive.
 */
const COUNT_MS = 60_000

const unreadQuery = {
  ...queryFor('GET /api/notifications/unread'),
  staleTime: COUNT_MS,
  refetchOnWindowFocus: true,
}
const listKey = ['notifications'] as const

/** How many notifications are unread; nothing until it is known. */
export function useUnread(): number | undefined {
  return useQuery(unreadQuery).data?.unread
}

/** The notifications, the latest first, asked for anew whenever they are looked at. */
export function useNotifications() {
  return useInfiniteQuery<
    NotificationPage,
    ApiError,
    { pages: NotificationPage[] },
    typeof listKey,
    string | undefined
  >({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/notifications', { query: { after: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
}

type Marked = { id: string; read: boolean } | { upTo: string }

/** Marks one as read or unread, or one with all before it as read. */
export function useMark() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (marked: Marked) =>
      'upTo' in marked
        ? call('PUT /api/notifications', { body: { readUpTo: marked.upTo } })
        : call('PUT /api/notifications/{id}', { params: { id: marked.id }, body: { read: marked.read } }),
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not marked', description: detailOf(error) })
    },
    onSettled: () => {
      for (const queryKey of [listKey, unreadQuery.queryKey]) void client.invalidateQueries({ queryKey })
    },
  })
}
