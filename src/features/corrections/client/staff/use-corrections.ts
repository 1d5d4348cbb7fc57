import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { statusTraits, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { Corrections } from '#features/corrections/api.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { reviewedQuery, timelineKey } from '#features/review/client/status/use-status-change.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'

/** Correction requests and the draft one. Always refetched, since others edit them too. */
const correctionsQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}/corrections', { params: { id } }),
  staleTime: 0,
})

export type Noted = BodyOf<'POST /api/admin/applications/{id}/corrections/items'>
export type Judgement = BodyOf<'PUT /api/admin/applications/{id}/corrections/items/{itemId}/verdict'>

/** The corrections of an application. */
export function useCorrections(id: string): Corrections | undefined {
  return useQuery(correctionsQuery(id)).data
}

/** Whether items can be marked: during review, while no request of staff is open. */
export function canNote(
  { status }: { status: ApplicationStatus },
  corrections: Corrections | undefined,
): boolean {
  return (
    statusTraits[status].correctable &&
    corrections !== undefined &&
    corrections.rounds.every(({ state, openedByClient }) => state !== 'asked' || openedByClient)
  )
}

/** Mutations of corrections. Each updates the cached application too. */
export function useCorrectionActs(id: string) {
  const params = { id }
  const note = useAct(id, 'Not noted', (noted: Noted) =>
    callIdempotent('POST /api/admin/applications/{id}/corrections/items', { params, body: noted }),
  )
  const removeItem = useAct(id, 'Not removed', async (itemId: string) => {
    await call('DELETE /api/admin/applications/{id}/corrections/items/{itemId}', {
      params: { id, itemId },
    })
    return call('GET /api/admin/applications/{id}/corrections', { params })
  })
  const send = useAct(
    id,
    'Not sent',
    (body: BodyOf<'POST /api/admin/applications/{id}/corrections/send'>) =>
      callIdempotent('POST /api/admin/applications/{id}/corrections/send', { params, body }),
    'Sent to the client',
  )
  const withdraw = useAct(
    id,
    'Not withdrawn',
    () => callIdempotent('POST /api/admin/applications/{id}/corrections/withdraw', { params }),
    'Withdrawn',
  )
  const judge = useAct(id, 'Not saved', ({ itemId, ...body }: Judgement & { itemId: string }) =>
    call('PUT /api/admin/applications/{id}/corrections/items/{itemId}/verdict', {
      params: { id, itemId },
      body,
    }),
  )
  return { note, removeItem, send, withdraw, judge }
}

function useAct<Given>(
  id: string,
  failed: string,
  mutationFn: (given: Given) => Promise<Corrections>,
  done?: string,
) {
  const client = useQueryClient()
  const undoOf = useUndo()
  const { queryKey } = correctionsQuery(id)
  return useMutation({
    mutationFn,
    onSuccess: (corrections) => {
      client.setQueryData(queryKey, corrections)
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: failed, description: detailOf(error) })
      void client.invalidateQueries({ queryKey })
    },
    onSettled: async (corrections) => {
      void client.invalidateQueries({ queryKey: timelineKey(id) })
      // Keeps the list's order while the user goes through it; it is refetched when shown again.
      void client.invalidateQueries({ queryKey: applicationListsKey, refetchType: 'none' })
      const reviewed = reviewedQuery(id).queryKey
      await client.invalidateQueries({ queryKey: reviewed })
      // The undo offer comes with the application.
      const now = client.getQueryData(reviewed)
      if (corrections !== undefined && done !== undefined) toast({ title: done, ...(now && undoOf(now)) })
    },
  })
}
