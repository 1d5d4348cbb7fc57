import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ListedApplication, ReviewedApplication } from '#domain/api/staff-applications.ts'
import { actions, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { views, type ViewFilter } from '#domain/applications/review/views.ts'
import { act, reconcileLostResponse } from '#client/shared/lib/act.ts'
import { call, detailOf } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import { applicationCountKeys } from '#client/shared/lists/application-counts.ts'
import { applicationListsKey } from '#client/shared/lists/application-lists-key.ts'
import { useUndo } from '#client/features/staff/use-undo.ts'
import type { LoadedPages } from '#client/shared/lists/use-list.ts'

/** The two doors to the one lifecycle table (specification section 7). */
export type StatusDoor =
  | 'PATCH /api/admin/applications/{id}/status'
  | 'PUT /api/admin/applications/{id}/status'

interface Words {
  success: { title: string; description?: string }
  failure: { title: string; description?: string }
}

/** What each door says of its success and failure (specification section 8). */
const words: Readonly<Record<StatusDoor, Words>> = {
  'PATCH /api/admin/applications/{id}/status': {
    success: {
      title: 'Status Updated',
      description: 'Application status has been successfully updated.',
    },
    failure: { title: 'Update Failed', description: 'Unable to update application status' },
  },
  'PUT /api/admin/applications/{id}/status': {
    success: { title: 'Application Status Updated' },
    failure: { title: 'Failed to Update Status' },
  },
}

/** One application with everything in it, always asked for anew: others work on it too. */
export const reviewedQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}', { params: { id } }),
  staleTime: 0,
})

/** What happened to an application, however much of it was read. */
export const timelineKey = (id: string) => ['timeline', id] as const

/** What somebody wants to do to an application's status. */
export interface StatusChange {
  action: ActionName
  reason: string | undefined
}

/**
 * Changes an application's status. The new one shows at once; where the server says no, the old one shows again, or
 * what it has become meanwhile, and somebody is told why.
 */
export function useStatusChange(door: StatusDoor, id: string) {
  const client = useQueryClient()
  const { queryKey } = reviewedQuery(id)
  const undoOf = useUndo()
  return useMutation({
    mutationFn: ({ action, reason, seen }: StatusChange & { seen: ReviewedApplication }) =>
      reconcileLostResponse(
        act(door, {
          params: { id },
          body: { status: actions[action].to, expectedStatus: seen.status, reason },
        }),
        async () => {
          const found = await call('GET /api/admin/applications/{id}', { params: { id } })
          return found.status === actions[action].to ? found : null
        },
      ),
    onMutate: async ({ action, seen }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, { ...seen, status: actions[action].to, actions: [] })
    },
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed)
      writeIntoLists(client, changed)
      toast({ ...words[door].success, ...undoOf(changed) })
    },
    onError: (error, { seen }) => {
      client.setQueryData(queryKey, seen)
      const { title, description } = words[door].failure
      toast({
        variant: 'destructive',
        title,
        description: description === undefined ? detailOf(error) : `${description}. ${detailOf(error)}`,
      })
    },
    onSettled: () => {
      // Nobody waits for these: what can be done next is known already.
      for (const key of [queryKey, timelineKey(id), ...applicationCountKeys]) {
        void client.invalidateQueries({ queryKey: key })
      }
    },
  })
}

function waitsForUs(status: ApplicationStatus): boolean {
  const { status: waiting }: ViewFilter = views.waitingForUs.filter
  return waiting?.includes(status) ?? false
}

/** The rows of this application show its new status where they stand: the list is sorted anew when it is asked for anew. */
function writeIntoLists(
  client: QueryClient,
  { id, status, statusChangedAt, waitingOn, onboardedAt, cancelledAt }: ReviewedApplication,
): void {
  client.setQueriesData<LoadedPages<ListedApplication>>({ queryKey: applicationListsKey }, (lists) =>
    lists === undefined
      ? lists
      : {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) =>
              row.id === id
                ? {
                    ...row,
                    status,
                    statusChangedAt,
                    waitingOn,
                    onboardedAt,
                    cancelledAt,
                    waitingSince: waitsForUs(status) ? row.waitingSince : null,
                  }
                : row,
            ),
          })),
        },
  )
}
