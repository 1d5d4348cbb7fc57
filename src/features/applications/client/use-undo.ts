import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { UndoToken } from '#features/applications/api/undo-token.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { applicationCountKeys } from '#base/client/lists/application-counts.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast, type ToastContent } from '#base/client/ui/toast-store.ts'

/** Queries that show all clients and accounts. */
const ofFirm = [queryFor('GET /api/admin/annual-review-figures').queryKey, ['users']]

function showAgain(client: QueryClient, application: ReviewedApplication): void {
  const { id } = application
  const ofApplication = { params: { id } }
  client.setQueryData(queryFor('GET /api/admin/applications/{id}', ofApplication).queryKey, application)
  for (const queryKey of [
    ['timeline', id],
    queryFor('GET /api/admin/applications/{id}/corrections', ofApplication).queryKey,
    queryFor('GET /api/admin/applications/{id}/annual-reviews', ofApplication).queryKey,
  ]) {
    void client.invalidateQueries({ queryKey })
  }
}

/**
 * Undoes an action before its mails are sent.
 *
 * @returns toast options with an Undo button, while that is possible
 */
export function useUndo(): (done: { undo: UndoToken }) => Pick<ToastContent, 'duration' | 'action'> {
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: (id: string) => callIdempotent('POST /api/admin/held-acts/{id}/undo', { params: { id } }),
    onSuccess: ({ application }) => {
      toast({ title: 'Undone', description: 'Undone. No email was sent.' })
      if (application !== null) showAgain(client, application)
      for (const queryKey of [applicationListsKey, ...applicationCountKeys, ...ofFirm]) {
        void client.invalidateQueries({ queryKey })
      }
    },
    onError: (error) => toast({ variant: 'destructive', title: 'Not undone', description: detailOf(error) }),
  })
  return ({ undo: pending }) => {
    const leftMs = pending === null ? 0 : new Date(pending.until).getTime() - Date.now()
    if (pending === null || leftMs <= 0) return {}
    return { duration: leftMs, action: { label: 'Undo', onPress: () => undo.mutate(pending.id) } }
  }
}
