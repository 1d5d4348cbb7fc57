import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { callIdempotent, reconcileLostResponse } from '#base/client/lib/call-idempotent.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { applicationListsKey } from '#base/client/lists/application-lists-key.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { nameOf } from '../list/cells.tsx'
import { STAFF_ONLY_HINTS } from './change-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { reviewedQuery, timelineKey } from './use-status-change.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'

type ReopenButtonProps = {
  application: ReviewedApplication
  statusRef: RefObject<HTMLElement | null>
}

/** Reopens a decided or cancelled application; renders nothing otherwise. */
export function ReopenButton({ application, statusRef }: ReopenButtonProps) {
  const [asking, setAsking] = useState(false)
  const reopening = useReopening(application, statusRef, () => setAsking(false))
  const { id, status, reopensTo } = application
  if (reopensTo === null) return null
  return (
    <>
      <Button size="small" tone="secondary" onClick={() => setAsking(true)}>
        Reopen
      </Button>
      {asking ? (
        <ReasonDialog
          action="Reopen"
          description={`${nameOf(application)} will move from ${statuses[status]} back to ${statuses[reopensTo]}.`}
          reason="required"
          hint={STAFF_ONLY_HINTS}
          // The reason is not mailed, so the preview does not need it.
          editsMail
          pending={reopening.isPending}
          pendingLabel="Reopening..."
          ahead={(reason = '–', mail) => ({
            call: 'POST /api/admin/applications/{id}/reopen',
            params: { id },
            body: { reason, expectedStatus: status, mail },
          })}
          onConfirm={(reason, mail) => {
            if (reason !== undefined) reopening.mutate({ reason, mail })
          }}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

/** @param close closes the dialog, which stays open when the server refuses, so that nothing typed is lost */
function useReopening(
  { id, status }: ReviewedApplication,
  statusRef: ReopenButtonProps['statusRef'],
  close: () => void,
) {
  const client = useQueryClient()
  const undoOf = useUndo()
  const { queryKey } = reviewedQuery(id)
  return useMutation({
    mutationFn: ({ reason, mail }: { reason: string; mail: EditedMail | undefined }) =>
      reconcileLostResponse(
        callIdempotent('POST /api/admin/applications/{id}/reopen', {
          params: { id },
          body: { reason, expectedStatus: status, mail },
        }),
        async () => {
          const found = await call('GET /api/admin/applications/{id}', { params: { id } })
          return found.status === status ? null : found
        },
      ),
    onSuccess: (reopened) => {
      // Nothing outside an open dialog can be focused.
      flushSync(close)
      client.setQueryData(queryKey, reopened)
      statusRef.current?.focus()
      toast({ title: 'Application reopened', ...undoOf(reopened) })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not reopened', description: detailOf(error) }),
    onSettled: () => {
      for (const key of [queryKey, timelineKey(id), applicationListsKey]) {
        void client.invalidateQueries({ queryKey: key })
      }
    },
  })
}
