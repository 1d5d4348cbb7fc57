import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#base/rules/api/contract.ts'
import type { Approval } from '#features/approvals/api.ts'
import type { ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { todayKey } from '#features/today/client/use-today.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { timelineKey } from '#features/review/client/status/use-status-change.ts'

/** The due diligence tasks of an application. Always refetched, since the client and other staff change them. */
export const packQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}/pack', { params: { id } }),
  staleTime: 0,
})

export type Verdict = BodyOf<'PUT /api/admin/applications/{id}/pack/{task}/verdict'>
export type RatingBody = BodyOf<'POST /api/admin/applications/{id}/rating'>
type HoldBody = BodyOf<'POST /api/admin/applications/{id}/retention-holds'>

/** The due diligence tasks of an application; undefined while loading, and for a firm that does not use them. */
export function usePack(id: string): ReviewedPack | undefined {
  return useGate(id).pack
}

/** The same, and whether what onboarding waits for is still loading. */
export function useGate(id: string): { pack: ReviewedPack | undefined; isChecking: boolean } {
  const { ficaPack } = useBranding()
  const { data, isLoading } = useQuery({ ...packQuery(id), enabled: ficaPack })
  return { pack: data, isChecking: isLoading }
}

/** Changes of the tasks. Each answers the new state; after a refusal it is fetched again. */
export function usePackActions(id: string) {
  const params = { id }
  const client = useQueryClient()
  const { queryKey } = packQuery(id)
  const refetch = () => client.invalidateQueries({ queryKey })
  const verify = useMutation({
    mutationFn: ({ task, ...body }: Verdict & { task: TaskName }) =>
      call('PUT /api/admin/applications/{id}/pack/{task}/verdict', { params: { id, task }, body }),
    onSuccess: (pack) => {
      client.setQueryData(queryKey, pack)
      void client.invalidateQueries({ queryKey: timelineKey(id) })
    },
    onError: refetch,
  })
  const ask = useMutation({
    mutationFn: (body: BodyOf<'POST /api/admin/applications/{id}/pack/ask'>) =>
      callIdempotent('POST /api/admin/applications/{id}/pack/ask', { params, body }),
    onSuccess: (pack) => {
      client.setQueryData(queryKey, pack)
      toast({ title: 'The client was asked by email' })
      void invalidateCompliance(client)
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not asked', description: detailOf(error) })
      void refetch()
    },
  })
  const override = useMutation({
    mutationFn: (reason: string) =>
      callIdempotent('POST /api/admin/applications/{id}/gate-override', { params, body: { reason } }),
    onSuccess: () => {
      toast({ title: 'Senior managers were asked' })
    },
    onSettled: refetch,
  })
  const rate = useMutation({
    mutationFn: (body: RatingBody) =>
      callIdempotent('POST /api/admin/applications/{id}/rating', { params, body }),
    onSuccess: (pack) => {
      client.setQueryData(queryKey, pack)
    },
    onError: refetch,
    onSettled: () => void invalidateCompliance(client),
  })
  const hold = useMutation({
    mutationFn: (body: HoldBody) =>
      callIdempotent('POST /api/admin/applications/{id}/retention-holds', { params, body }),
    onSuccess: () => void toast({ title: 'Records held' }),
    onSettled: refetch,
  })
  const lift = useMutation({
    mutationFn: ({ holdId, words }: { holdId: string; words: string; ofMatch: boolean }) =>
      call('PUT /api/admin/applications/{id}/retention-holds/{holdId}/lifted', {
        params: { id, holdId },
        body: { words },
      }),
    onSuccess: (_, { ofMatch }) =>
      void toast({ title: ofMatch ? 'A second person was asked' : 'Hold lifted' }),
    onSettled: refetch,
  })
  return { verify, ask, override, rate, hold, lift }
}

/**
 * Decides on a sign-off.
 *
 * @param onDecided called before it leaves the list
 */
export function useApprovalDecision(
  { id, applicationId }: Pick<Approval, 'id' | 'applicationId'>,
  onDecided: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'PUT /api/admin/approvals/{id}'>) =>
      call('PUT /api/admin/approvals/{id}', { params: { id }, body }),
    onSuccess: onDecided,
    onSettled: () =>
      Promise.all([
        applicationId === null
          ? null
          : client.invalidateQueries({ queryKey: packQuery(applicationId).queryKey }),
        client.invalidateQueries({ queryKey: ['approvals'] }),
        client.invalidateQueries({ queryKey: todayKey }),
        invalidateCompliance(client),
      ]),
  })
}

/** The prefix of the lists of clients in Compliance. */
export const COMPLIANCE_KEY = 'compliance'

function invalidateCompliance(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [COMPLIANCE_KEY] })
}
