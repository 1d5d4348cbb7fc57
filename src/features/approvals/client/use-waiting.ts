import { useQuery } from '@tanstack/react-query'
import { useMay } from '#features/access/client/use-may.tsx'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { COUNT_QUERY } from '#base/client/lib/count-query.ts'

const waitingQuery = { ...queryFor('GET /api/admin/compliance/waiting'), ...COUNT_QUERY }

/** Key of the number of hits and requests that wait for the user, refetched after each decision. */
export const waitingKey = waitingQuery.queryKey

/** The number of hits and requests that wait for the user in Compliance; 0 until loaded. */
export function useWaiting(): number {
  const { ficaPack } = useBranding()
  const enabled = useMay('compliance.work') && ficaPack
  return useQuery({ ...waitingQuery, enabled }).data?.waiting ?? 0
}
