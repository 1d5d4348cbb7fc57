import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, detailOf } from '#base/client/lib/api.ts'
import { COUNT_QUERY } from '#base/client/lib/count-query.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast } from '#base/client/ui/toast-store.ts'

const todayQuery = { ...queryFor('GET /api/today'), ...COUNT_QUERY }

/** Key of what there is to do, read again after each decision. */
export const todayKey = todayQuery.queryKey

/** How much there is to do, for the header. */
export function useTodayCount(): number {
  return useQuery(todayQuery).data?.length ?? 0
}

/** What there is to do, read again whenever its page opens. */
export function useToday(enabled = true) {
  return useQuery({ ...todayQuery, staleTime: 0, enabled })
}

/** Marks a notification as read, so that its row leaves. */
export function useDone() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('PUT /api/notifications/{id}', { params: { id }, body: { read: true } }),
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not done', description: detailOf(error) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: todayKey }),
  })
}
