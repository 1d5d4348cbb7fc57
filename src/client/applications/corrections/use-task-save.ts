import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#domain/api/contract.ts'
import { sameValue } from '#domain/applications/wizard/same-answer.ts'
import { call, detailOf } from '#client/lib/api.ts'
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
 * Saves what was done about a task, and goes on from there. Where it cannot be saved the page stays as it is, says why, and
 * shows what is asked for by now.
 *
 * @param goOn is told of the round as it is then
 */
export function useTaskSave(
  { application, round, item }: TaskProps,
  goOn: (round: TaskProps['round']) => void,
) {
  const client = useQueryClient()
  const { queryKey } = applicationQuery
  return useMutation({
    mutationFn: async ({ patch = {}, reply }: TaskSave) => {
      await client.cancelQueries({ queryKey })
      const isNew = !sameValue(withPatch(application, patch), { ...application })
      const saved = isNew
        ? await call('PUT /api/application', { body: patch, ifMatch: application.version })
        : null
      if (saved) client.setQueryData(queryKey, saved)
      if (reply.trim() === (item.reply ?? '')) return saved
      return call('PUT /api/application/corrections/{id}/reply', { params: { id: item.id }, body: { reply } })
    },
    onSuccess: (saved) => {
      forgetTaskDraft({ application, item })
      if (saved) client.setQueryData(queryKey, saved)
      // A file may have arrived meanwhile, and the reading of it was called off for this save.
      void client.invalidateQueries({ queryKey })
      goOn(saved?.correctionRound ?? round)
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
      void client.invalidateQueries({ queryKey })
    },
  })
}
