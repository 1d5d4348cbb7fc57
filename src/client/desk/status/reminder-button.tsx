import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { useBranding } from '#client/shell/branding.tsx'
import { act } from '#client/lib/act.ts'
import { ApiError, detailOf } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { reviewedQuery, timelineKey } from './use-status-change.ts'
import { useUndo } from './use-undo.ts'

/** Reminds the client of a draft by e-mail; a second time within a day it asks first (decisions, "Send Reminder"). */
export function ReminderButton({ application: { id, emailAddress } }: { application: ReviewedApplication }) {
  const client = useQueryClient()
  const { sendsEmail } = useBranding()
  const [asking, setAsking] = useState<string | null>(null)
  const undoOf = useUndo()
  const remind = useMutation({
    mutationFn: (again: boolean) =>
      act('POST /api/admin/applications/{id}/reminder', {
        params: { id },
        body: again ? { again: true } : {},
      }),
    onSuccess: (reminded) => {
      setAsking(null)
      client.setQueryData(reviewedQuery(id).queryKey, reminded)
      void client.invalidateQueries({ queryKey: timelineKey(id) })
      toast({
        title: 'Reminder Sent',
        description: sendsEmail
          ? `An email is on its way to ${emailAddress}.`
          : `The email to ${emailAddress} was written, but this system sends no email.`,
        ...undoOf(reminded),
      })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.code === 'sent-recently') setAsking(error.detail)
      else toast({ variant: 'destructive', title: 'Reminder Failed', description: detailOf(error) })
    },
  })
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        pending={remind.isPending}
        pendingLabel="Sending..."
        onClick={() => remind.mutate(false)}
      >
        Send Reminder
      </Button>
      <ConfirmDialog
        open={asking !== null}
        title="Send another reminder?"
        description={asking}
        confirmLabel="Send again"
        pending={remind.isPending}
        pendingLabel="Sending..."
        onConfirm={() => remind.mutate(true)}
        onCancel={() => setAsking(null)}
      />
    </>
  )
}
