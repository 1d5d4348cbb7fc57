import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#domain/api/contract.ts'
import { call } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'

const viewsQuery = queryFor('GET /api/application-views')

/** The views of one's own, and those that others share; asked for anew each time, since they say how many there are. */
export function useOwnViews() {
  return useQuery({ ...viewsQuery, staleTime: 0 })
}

/** Puts the views of one's own in the place of those that somebody has seen. */
export function useKeepViews(onKept: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'PUT /api/application-views'>) => call('PUT /api/application-views', { body }),
    onSuccess: (views) => {
      client.setQueryData(viewsQuery.queryKey, views)
      onKept()
    },
    // Whoever tries again tries over what is there now.
    onError: () => void client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
}
