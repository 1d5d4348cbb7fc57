import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationPage } from '#features/notes/api/notifications.ts'
import type { ApiError } from '#base/client/lib/api.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast, UNDO_DURATION } from '#base/client/ui/toast-store.ts'
import { COUNT_QUERY } from '#base/client/lib/count-query.ts'

const unreadQuery = { ...queryFor('GET /api/notifications/unread'), ...COUNT_QUERY }
const listKey = ['notifications'] as const

/** The number of unread notifications; undefined until loaded. */
export function useUnread(): number | undefined {
  return useQuery(unreadQuery).data?.unread
}

/** Notifications, latest first, refetched whenever they are opened. */
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

/** Marks one as read or unread. */
export function useMark() {
  return useChange(({ id, read }: { id: string; read: boolean }) =>
    call('PUT /api/notifications/{id}', { params: { id }, body: { read } }),
  )
}

/** Marks one and all earlier ones as read, with an undo toast. */
export function useMarkAll() {
  const undo = useChange((readAt: string) => call('PUT /api/notifications/unread', { body: { readAt } }))
  return useChange(
    (readUpTo: string) => call('PUT /api/notifications', { body: { readUpTo } }),
    ({ readAt }) => {
      toast({
        title: 'All marked as read',
        duration: UNDO_DURATION,
        action: { label: 'Undo', onPress: () => undo.mutate(readAt) },
      })
    },
  )
}

/** A mutation of what is read, which then refetches list and count. */
function useChange<Wanted, Answer>(
  mutationFn: (wanted: Wanted) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess,
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not marked', description: detailOf(error) })
    },
    onSettled: () => {
      for (const queryKey of [listKey, unreadQuery.queryKey]) void client.invalidateQueries({ queryKey })
    },
  })
}
