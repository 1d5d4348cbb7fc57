import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast } from '#base/client/ui/toast-store.ts'

/** Whether the user may import clients, and undo it. */
export function useMayImport(): boolean {
  return useMay('clients.import')
}

function detailQuery(id: string) {
  return queryFor('GET /api/admin/imports/{id}', { params: { id } })
}

const POLL_MS = 1000

/** An import, read again while servers work on it. */
export function useImport(id: string) {
  return useQuery({
    ...detailQuery(id),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || data?.state === 'undoing' ? POLL_MS : false,
  })
}

/** A change of an import; its result replaces the one on screen. */
export function useImportChange<Input>(
  id: string,
  change: (input: Input) => Promise<ImportDetail>,
  /** An error that the caller shows. */
  isShown: (error: Error) => boolean = () => false,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (detail) => client.setQueryData(detailQuery(id).queryKey, detail),
    onError: (error) => {
      if (isShown(error)) return
      toast({ variant: 'destructive', title: 'That didn’t work', description: detailOf(error) })
      // Another admin may have changed it meanwhile.
      void client.invalidateQueries({ queryKey: detailQuery(id).queryKey })
      void client.invalidateQueries({ queryKey: ['import rows', id] })
    },
  })
}
