import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { ListedApplication, ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { actions, type ActionName } from '#features/access/rules/lifecycle/transitions.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { views, type ViewFilter } from '#features/review/rules/views.ts'
import { callIdempotent, reconcileLostResponse } from '#base/client/lib/call-idempotent.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { ApiError } from '#base/client/lib/api-error.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { applicationCountKeys } from '#base/client/lists/application-counts.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'
import type { LoadedPages } from '#base/client/lists/use-list.ts'

/** The two endpoints of status changes (specification section 7). */
export type StatusEndpoint =
  | 'PATCH /api/admin/applications/{id}/status'
  | 'PUT /api/admin/applications/{id}/status'

interface Texts {
  success: { title: string; description?: string }
  failure: { title: string; description?: string }
}

/** The success and failure texts of each endpoint (specification section 8). */
const texts: Readonly<Record<StatusEndpoint, Texts>> = {
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

/** An application with all details, always refetched, since others edit it too. */
export const reviewedQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}', { params: { id } }),
  staleTime: 0,
})

/** The key prefix of an application's timeline. */
export const timelineKey = (id: string) => ['timeline', id] as const

/** A requested status change. */
export interface StatusChange {
  action: ActionName
  reason: string | undefined
  /** The mail to the client, if edited. */
  mail: EditedMail | undefined
}

/** Whether a change failed because someone else changed the status before. */
export function isOutdatedBy(error: Error): boolean {
  return error instanceof ApiError && error.problem?.code === 'status-changed'
}

/**
 * Changes an application's status optimistically; if the server refuses, rolls back, refetches and shows why.
 *
 * @param onConflict called where the status was changed by someone else, before it is refetched
 */
export function useStatusChange(endpoint: StatusEndpoint, id: string, onConflict: () => void) {
  const client = useQueryClient()
  const { queryKey } = reviewedQuery(id)
  const undoOf = useUndo()
  return useMutation({
    mutationFn: ({ action, reason, mail, seen }: StatusChange & { seen: ReviewedApplication }) =>
      reconcileLostResponse(
        callIdempotent(endpoint, {
          params: { id },
          body: { status: actions[action].to, expectedStatus: seen.status, reason, mail },
        }),
        async () => {
          const found = await call('GET /api/admin/applications/{id}', { params: { id } })
          return found.status === actions[action].to ? found : null
        },
      ),
    onMutate: async ({ action, seen }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, {
        ...seen,
        status: actions[action].to,
        statusChangedBy: null,
        actions: [],
      })
    },
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed)
      updateCachedLists(client, changed)
      toast({ ...texts[endpoint].success, ...undoOf(changed) })
    },
    onError: (error, { seen }) => {
      // Back to what the reader saw, which is no change by another user.
      client.setQueryData(queryKey, { ...seen, statusChangedBy: null })
      if (error instanceof ApiError && error.status === 409) onConflict()
      const { title, description } = texts[endpoint].failure
      toast({
        variant: 'destructive',
        title,
        description: description === undefined ? detailOf(error) : `${description}. ${detailOf(error)}`,
      })
    },
    onSettled: () => {
      // Not awaited: the next actions are known already.
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

/** Updates the status in the cached lists without reordering them until they are refetched. */
function updateCachedLists(
  client: QueryClient,
  { id, status, statusChangedAt, statusChangedBy, waitingOn, onboardedAt, cancelledAt }: ReviewedApplication,
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
                    statusChangedBy,
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
