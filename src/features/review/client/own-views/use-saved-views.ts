import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { call } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'

const viewsQuery = queryFor('GET /api/application-views')

/** The user's saved views; always refetched, since they have counts. */
export function useSavedViews() {
  return useQuery({ ...viewsQuery, staleTime: 0 })
}

/** Replaces the user's saved views, if they are as last seen. */
export function useSaveViews(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'PUT /api/application-views'>) => call('PUT /api/application-views', { body }),
    onSuccess: (views) => {
      client.setQueryData(viewsQuery.queryKey, views)
      onSaved()
    },
    // A retry starts from the current views.
    onError: () => void client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
}
