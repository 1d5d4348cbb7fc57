import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { callIdempotent, reconcileLostResponse } from '#base/client/lib/call-idempotent.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import type { ErrorItem } from '#base/client/ui/error-items.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { applicationQuery } from '#features/wizard/client/saving/use-application.ts'
import { listAddress } from './addresses.ts'

/**
 * Sends the answers; after a lost response, checks whether they arrived before reporting an error. Afterwards the home
 * page shows the status of the application.
 */
export function useSendingBack() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { queryKey } = applicationQuery
  const sending = useMutation({
    mutationFn: async () => {
      await client.cancelQueries({ queryKey })
      return reconcileLostResponse(
        callIdempotent('POST /api/application/corrections/send', { body: { accurate: true } }),
        async () => {
          const seen = await call('GET /api/application')
          return seen.correctionRound === null ? seen : null
        },
      )
    },
    onSuccess: (sent) => {
      navigate(listAddress)
      client.setQueryData(queryKey, sent)
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not sent', description: detailOf(error) })
      void client.invalidateQueries({ queryKey })
    },
  })
  return {
    send: (then?: { onError: () => void }) => sending.mutate(undefined, then),
    sending: sending.isPending,
    missing: missingIn(sending.error),
  }
}

/** Answers that the server found missing beside the tasks, as text. */
function missingIn(error: unknown): ErrorItem[] {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return errors
    .filter(({ path }) => !path.startsWith('items.'))
    .map(({ path, message }) => ({ fieldId: path, message }))
}
