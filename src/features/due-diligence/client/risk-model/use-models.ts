import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { call } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast } from '#base/client/ui/toast-store.ts'

type Content = BodyOf<'POST /api/admin/risk-models'>['content']

const { queryKey } = queryFor('GET /api/admin/risk-models')

/** Counts the levels of all rated clients by a model. */
export function useDryRun() {
  return useMutation({
    mutationFn: (content: Content) => call('POST /api/admin/risk-models/dry-run', { body: { content } }),
  })
}

/** Proposes a model as the next version. */
export function usePropose(expectedModel: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (content: Content) =>
      callIdempotent('POST /api/admin/risk-models', { body: { content, expectedModel } }),
    onSuccess: (models) => {
      client.setQueryData(queryKey, models)
      toast({ title: 'Proposed', description: 'A senior manager can put this version in force.' })
    },
  })
}

/** Puts the proposed version in force. */
export function usePutInForce() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (version: number) =>
      call('POST /api/admin/risk-models/{version}/in-force', { params: { version } }),
    onSuccess: (models) => {
      client.setQueryData(queryKey, models)
      toast({ title: 'In force', description: 'No client was rated again.' })
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
