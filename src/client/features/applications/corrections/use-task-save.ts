import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import type { Application } from '#domain/api/application.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import { etagOf } from '#domain/api/etag.ts'
import { sameValue } from '#domain/applications/wizard/same-answer.ts'
import { call, detailOf, isAbort } from '#client/shared/lib/api.ts'
import { retryWhenOnline } from '#client/shared/lib/retry-when-online.ts'
import { toast } from '#client/ui/toast-store.ts'
import { applicationQuery } from '../wizard/saving/use-application.ts'
import { withPatch } from '../wizard/steps/step-problems.ts'
import { forgetTaskDraft } from './task-draft.ts'
import type { TaskProps } from './task-props.ts'

type Patch = BodyOf<'PUT /api/application'>

/** What a task's page holds when it is saved. */
export interface TaskSave {
  patch?: Patch
  reply: string
}

/**
 * Saves a task and continues; without a network as soon as there is one, while the page is open. Where that fails, the page stays
 * as it is, says why, and shows what is asked for by now.
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
        // Only the answer may have been lost with the network, and not what it answered.
        known = await client.query({ ...applicationQuery, staleTime: 0 })
        return (await send(save, known)) ?? known
      }
      return retryWhenOnline(sendOnce, { signal: onPage.current })
    },
    onSuccess: (saved) => {
      forgetTaskDraft({ application, item })
      if (saved) client.setQueryData(queryKey, saved)
      // A file may have arrived meanwhile, and the reading of it was called off for this save.
      void client.invalidateQueries({ queryKey })
      goOn(saved?.correctionRound ?? round)
    },
    onError: (error) => {
      // The page was left while it waited: the draft keeps the input.
      if (isAbort(error)) return
      toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
      void client.invalidateQueries({ queryKey })
    },
  })
}

/** A signal that ends with the page. */
function useSignalOfPage(): RefObject<AbortSignal | undefined> {
  const signal = useRef<AbortSignal | undefined>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    signal.current = ending.signal
    return () => ending.abort()
  }, [])
  return signal
}
