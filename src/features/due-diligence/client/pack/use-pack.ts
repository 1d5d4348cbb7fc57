import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Pack } from '#features/due-diligence/api/due-diligence.ts'
import { tasks as allTasks, waitsForClient } from '#features/due-diligence/rules/tasks.ts'
import type { ApiError } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'

/** The client's tasks: staff may send one back at any time. */
export const packQuery = {
  ...queryFor('GET /api/application/pack'),
  staleTime: 0,
  refetchOnWindowFocus: true,
}

/** The client's tasks; never loaded where this deployment has none. */
export function usePack(): UseQueryResult<Pack, ApiError> {
  const { ficaPack } = useBranding()
  return useQuery({ ...packQuery, enabled: ficaPack })
}

/** "2 of 6 done": handed in counts, since nothing is left to do. */
export function progressText({ tasks }: Pack): string {
  const done = tasks.filter(({ state }) => !waitsForClient(state)).length
  return `${done} of ${tasks.length} done`
}

/** "Six checks, about 19 minutes", or what is done and how long the rest takes. */
export function leftText(pack: Pack): string {
  const left = pack.tasks.filter(({ state }) => waitsForClient(state))
  const minutes = left.reduce((sum, { task }) => sum + allTasks[task].minutes, 0)
  if (left.length === 0) return progressText(pack)
  return left.length === pack.tasks.length
    ? `${left.length === 6 ? 'Six' : left.length} checks, about ${minutes} minutes`
    : `${progressText(pack)}, about ${minutes} minutes left`
}
