import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportDetail } from '#domain/api/imports.ts'
import type { ImportKind } from '#domain/imports/fields.ts'
import { useMay } from '#client/features/auth/use-may.tsx'
import { detailOf } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'

/** The calls of each kind of import. */
export const importApi = {
  clients: '/api/admin/imports',
  staff: '/api/system-admin/imports',
} as const satisfies Record<ImportKind, string>

/** An import and its kind. */
export type ImportName = Pick<ImportDetail, 'id' | 'kind'>

/** Whether the user may import such people, and undo it. */
export function useMayImport(kind: ImportKind): boolean {
  return useMay(kind === 'staff' ? 'staff.import' : 'clients.import')
}

function detailQuery({ id, kind }: ImportName) {
  return queryFor(`GET ${importApi[kind]}/{id}` as const, { params: { id } })
}

const POLL_MS = 1000

/** An import, read again while servers work on it. */
export function useImport(name: ImportName) {
  return useQuery({
    ...detailQuery(name),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || data?.state === 'undoing' ? POLL_MS : false,
  })
}

/** A change of an import; its result replaces the one on screen. */
export function useImportChange<Input>(name: ImportName, change: (input: Input) => Promise<ImportDetail>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (detail) => client.setQueryData(detailQuery(name).queryKey, detail),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'That didn’t work', description: detailOf(error) }),
  })
}
