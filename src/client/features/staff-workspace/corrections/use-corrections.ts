import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Corrections } from '#domain/api/corrections.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import { act } from '#client/shared/lib/act.ts'
import { call, detailOf } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import { applicationListsKey } from '#client/shared/lists/application-lists-key.ts'
import { reviewedQuery, timelineKey } from '../status/use-status-change.ts'
import { useUndo } from '#client/features/staff/use-undo.ts'

/** What a client was asked to correct, and what is noted to be asked for; always asked for anew: others work on it too. */
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

/** What staff do with them. Whatever is done shows at once, also what it changes of the application. */
export function useCorrectionActs(id: string) {
  const params = { id }
  const note = useAct(id, 'Not noted', (noted: Noted) =>
    act('POST /api/admin/applications/{id}/corrections/items', { params, body: noted }),
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
    (dueOn: string) => act('POST /api/admin/applications/{id}/corrections/send', { params, body: { dueOn } }),
    'Sent to the client',
  )
  const withdraw = useAct(
    id,
    'Not withdrawn',
    () => act('POST /api/admin/applications/{id}/corrections/withdraw', { params }),
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
      // Whoever goes through a list finds the next one where it was: it is sorted anew when it is looked at again.
      void client.invalidateQueries({ queryKey: applicationListsKey, refetchType: 'none' })
      const reviewed = reviewedQuery(id).queryKey
      await client.invalidateQueries({ queryKey: reviewed })
      // What can be taken back stands in the application.
      const now = client.getQueryData(reviewed)
      if (corrections !== undefined && done !== undefined) toast({ title: done, ...(now && undoOf(now)) })
    },
  })
}
