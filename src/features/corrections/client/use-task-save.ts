import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import { sameValue } from '#features/applications/rules/wizard/same-answer.ts'
import { call, detailOf, isAbort } from '#base/client/lib/api.ts'
import { retryWhenOnline } from '#base/client/lib/retry-when-online.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { applicationQuery } from '#features/wizard/client/saving/use-application.ts'
import { withPatch } from '#features/wizard/client/steps/step-problems.ts'
import { forgetTaskDraft } from './task-draft.ts'
import type { TaskProps } from './task-props.ts'

type Patch = BodyOf<'PUT /api/application'>

/** The content of a task's page on saving. */
export interface TaskSave {
  patch?: Patch
  reply: string
}

/**
 * Saves a task and continues; offline, as soon as the network is back while the page is open. On an error the page
 * stays open, shows the reason, and refreshes the request.
 *
 * @param goOn called with the updated round
 */
export function useTaskSave(
  { application, round, item }: TaskProps,
  goOn: (round: TaskProps['round']) => void,
) {
  const client = useQueryClient()
  const { queryKey } = applicationQuery
  const onPage = useSignalOfPage()
  const send = async ({ patch = {}, reply }: TaskSave, before: Application) => {
    await client.cancelQueries({ queryKey })
    const isNew = !sameValue(withPatch(before, patch), { ...before })
    const saved = isNew
      ? await call('PUT /api/application', { body: patch, ifMatch: etagOf(application) })
      : null
    if (saved) client.setQueryData(queryKey, saved)
    if (reply.trim() === (item.reply ?? '')) return saved
    return call('PUT /api/application/corrections/{id}/reply', { params: { id: item.id }, body: { reply } })
  }
  return useMutation({
    mutationFn: (save: TaskSave) => {
      let known: Application | null = null
      const sendOnce = async () => {
        if (known === null) {
          known = application
          return send(save, application)
        }
        // Only the response may have been lost with the network.
        known = await client.query({ ...applicationQuery, staleTime: 0 })
        return (await send(save, known)) ?? known
      }
      return retryWhenOnline(sendOnce, { signal: onPage.current })
    },
    onSuccess: (saved) => {
      forgetTaskDraft({ application, item })
      if (saved) client.setQueryData(queryKey, saved)
      // A file may have arrived meanwhile; its refetch was cancelled for this save.
      void client.invalidateQueries({ queryKey })
      goOn(saved?.correctionRound ?? round)
    },
    onError: (error) => {
      // The page was left while waiting: the draft keeps the input.
      if (isAbort(error)) return
      toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
      void client.invalidateQueries({ queryKey })
    },
  })
}

/** A signal that is aborted when the page is left. */
function useSignalOfPage(): RefObject<AbortSignal | undefined> {
  const signal = useRef<AbortSignal | undefined>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    signal.current = ending.signal
    return () => ending.abort()
  }, [])
  return signal
}
