import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#base/rules/api/contract.ts'
import type { Hit } from '#features/screening/api/screening.ts'
import type { ClearingReason, HitVerdict } from '#features/screening/rules/hits.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { todayKey } from '#features/today/client/use-today.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { defineList } from '#base/client/lists/use-list.ts'
import { noView } from '#base/client/lists/view.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { packQuery } from '#features/due-diligence/client/staff/use-pack.ts'

const HITS_KEY = ['hits']

/** The possible matches that are not decided, oldest first. */
export const hitsList = defineList<Hit, object>({
  key: HITS_KEY,
  view: noView,
  pageRows: 100,
  counts: [todayKey],
  load: (_, page, signal) => callPage('GET /api/admin/compliance/hits', page, signal),
})

const screeningQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}/screening', { params: { id } }),
  staleTime: 0,
})

/** Who was compared with lists for a client, and what was found; undefined while loading and where not allowed. */
export function useScreening(id: string, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...screeningQuery(id), enabled }).data
}

/** How a member of staff was compared with lists. */
export const staffScreeningQuery = (id: string) => ({
  ...queryFor('GET /api/admin/staff/{id}/screening', { params: { id } }),
  staleTime: 0,
})

/** The staff with how far their comparison with lists is, without the reader. */
export const screenedStaffQuery = { ...queryFor('GET /api/admin/compliance/staff'), staleTime: 0 }

/** The same for whom a hit is about, a client or a member of staff. */
export function useScreeningOfHit({ applicationId, staffId }: Hit) {
  return useQuery(applicationId === null ? staffScreeningQuery(staffId ?? '') : screeningQuery(applicationId))
    .data
}

/** Whether a client is similar to a listed person, or is one; false for users who may not know. */
export function useHasHits(id: string, { enabled }: { enabled: boolean }): boolean {
  const { ficaPack } = useBranding()
  const may = useMay('screening.read')
  const screening = useScreening(id, { enabled: enabled && ficaPack && may })
  return screening?.hits.some(({ state }) => state !== 'no-match' && state !== 'gone') === true
}

/** Compares a client, or a member of staff, with all lists now. */
export function useScreenAgain(who: { applicationId: string } | { staffId: string }) {
  const client = useQueryClient()
  const [{ queryKey }, stale] =
    'staffId' in who
      ? ([staffScreeningQuery(who.staffId), screenedStaffQuery] as const)
      : ([screeningQuery(who.applicationId), packQuery(who.applicationId)] as const)
  return useMutation({
    mutationFn: () =>
      'staffId' in who
        ? call('POST /api/admin/staff/{id}/screening', { params: { id: who.staffId } })
        : call('POST /api/admin/applications/{id}/screening', { params: { id: who.applicationId } }),
    onSuccess: (screening) => {
      client.setQueryData(queryKey, screening)
      toast({ title: 'Compared with all lists in use' })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not compared', description: detailOf(error) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: HITS_KEY }),
        client.invalidateQueries({ queryKey: todayKey }),
        client.invalidateQueries({ queryKey: stale.queryKey }),
      ]),
  })
}

/** What is decided about a match. */
interface MatchDecision {
  hit: Hit
  verdict: HitVerdict
  /** For a different person. */
  reason: ClearingReason | undefined
  words: string
}

/**
 * Decides on a match, or, where a colleague has proposed a decision, confirms it or opens the match again. The list is
 * fetched again after each, also after an error.
 *
 * @param onDecided called before the match leaves the list
 */
export function useMatchDecision(onDecided: () => void) {
  const onSettled = useRefetch()
  return useMutation<unknown, Error, MatchDecision>({
    mutationFn: ({ hit, verdict, reason, words }) => {
      if (hit.state === 'waiting' && hit.approvalId !== null) {
        const decision = verdict === hit.verdict ? 'granted' : 'refused'
        const params = { id: hit.approvalId }
        return call('PUT /api/admin/approvals/{id}', { params, body: { decision, words } })
      }
      const body = { ids: [hit.id], versions: [hit.version], verdict, words }
      return call('PUT /api/admin/hits/verdict', {
        body: verdict === 'match' ? body : { ...body, reason },
      })
    },
    onSuccess: onDecided,
    onSettled,
  })
}

/** Fetches again what a decision changes. */
function useRefetch(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: HITS_KEY }),
      client.invalidateQueries({ queryKey: ['approvals'] }),
      client.invalidateQueries({ queryKey: screenedStaffQuery.queryKey }),
      client.invalidateQueries({ queryKey: todayKey }),
      client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).endsWith('/screening') }),
    ])
}

/** Lifts a confirmed match, and drops a former spelling. The list is fetched again after each, also after an error. */
export function useHitActions() {
  const onSettled = useRefetch()
  const confirm = useMutation({
    mutationFn: (body: BodyOf<'PUT /api/admin/approvals'>) => call('PUT /api/admin/approvals', { body }),
    onSettled,
  })
  const lift = useMutation({
    mutationFn: ({ id, body }: { id: string; body: BodyOf<'PUT /api/admin/hits/{id}/lift'> }) =>
      call('PUT /api/admin/hits/{id}/lift', { params: { id }, body }),
    onSuccess: () => toast({ title: 'A second person was asked' }),
    onSettled,
  })
  const dropName = useMutation({
    mutationFn: ({
      id,
      body,
    }: {
      id: string
      body: BodyOf<'PUT /api/admin/screened-people/{id}/dropped-name'>
    }) => call('PUT /api/admin/screened-people/{id}/dropped-name', { params: { id }, body }),
    onSuccess: (_, { body: { name } }) => toast({ title: `Saved: ${name}` }),
    onSettled,
  })
  return { confirm, lift, dropName }
}

/** Whether a hit waits for someone other than this user. */
export function isOwnWaiting({ state, decidedBy }: Hit, userId: string): boolean {
  return state === 'waiting' && decidedBy === userId
}
