import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportDetail } from '#domain/api/imports.ts'
import { detailOf } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'

/** The list of imports in the cache. */
export const importsKey = queryFor('GET /api/admin/imports').queryKey

const POLL_MS = 1000

/** An import, read again while servers work on it. */
export function useImport(id: string) {
  return useQuery({
    ...queryFor('GET /api/admin/imports/{id}', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || data?.state === 'undoing' ? POLL_MS : false,
  })
}

/** A change of an import; its result replaces the one on screen. */
export function useImportChange<Input>(id: string, change: (input: Input) => Promise<ImportDetail>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (detail) =>
      client.setQueryData(queryFor('GET /api/admin/imports/{id}', { params: { id } }).queryKey, detail),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'That didn’t work', description: detailOf(error) }),
  })
}
