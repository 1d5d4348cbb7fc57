import { useQuery } from '@tanstack/react-query'
import { useMay } from '#client/features/auth/use-may.tsx'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { useBranding } from '#client/shared/shell/branding.tsx'
import { COUNT_QUERY } from './count-query.ts'

const waitingQuery = { ...queryFor('GET /api/admin/compliance/waiting'), ...COUNT_QUERY }

/** Key of the number of hits and requests that wait for the user, refetched after each decision. */
export const waitingKey = waitingQuery.queryKey

/** The number of hits and requests that wait for the user in Compliance; 0 until loaded. */
export function useWaiting(): number {
  const { ficaPack } = useBranding()
  const enabled = useMay('compliance.work') && ficaPack
  return useQuery({ ...waitingQuery, enabled }).data?.waiting ?? 0
}
