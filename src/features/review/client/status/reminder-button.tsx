import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { reviewedQuery, timelineKey } from './use-status-change.ts'
import { useUndo } from '#features/applications/client/use-undo.ts'

/** Texts of the first reminder, and of another within a day (decisions, "Send Reminder"). */
type Asking = { again: false } | { again: true; why: string }

/** Reminds the client of a draft by e-mail, after a preview; a second time within a day asks first. */
export function ReminderButton({
  application,
  leads = false,
}: {
  application: ReviewedApplication
  /** Whether it is what to do next. */
  leads?: boolean
}) {
  const { id, emailAddress } = application
  const client = useQueryClient()
  const { sendsEmail } = useBranding()
  const [mail, setMail] = useState<EditedMail>()
  const [asking, setAsking] = useState<Asking | null>(null)
  const undoOf = useUndo()
  const close = () => {
    setAsking(null)
    setMail(undefined)
  }
  const remind = useMutation({
    mutationFn: (again: boolean) =>
      callIdempotent('POST /api/admin/applications/{id}/reminder', {
        params: { id },
        body: { ...bodyOf(again), mail },
      }),
    onSuccess: (reminded) => {
      close()
      client.setQueryData(reviewedQuery(id).queryKey, reminded)
      void client.invalidateQueries({ queryKey: timelineKey(id) })
      toast({
        title: 'Reminder Sent',
        description: sendsEmail
          ? `We’ve emailed ${emailAddress}.`
          : `The email to ${emailAddress} was recorded (this demo does not send email).`,
        ...undoOf(reminded),
      })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.code === 'sent-recently') {
        setAsking({ again: true, why: error.detail })
        return
      }
      toast({ variant: 'destructive', title: 'Reminder Failed', description: detailOf(error) })
    },
  })
  return (
    <>
      <Button tone={leads ? 'primary' : 'secondary'} size="small" onClick={() => setAsking({ again: false })}>
        Send Reminder
      </Button>
      {asking === null ? null : (
        <FormDialog
          key={String(asking.again)}
          size="normal"
          title={asking.again ? 'Send another reminder?' : 'Send Reminder'}
          description={asking.again ? asking.why : undefined}
          submitLabel={asking.again ? 'Send again' : 'Send Reminder'}
          focusSubmit={!asking.again}
          pending={remind.isPending}
          pendingLabel="Sending..."
          onSubmit={() => remind.mutate(asking.again)}
          onCancel={close}
        >
          <MailPreview
            upcoming={{
              call: 'POST /api/admin/applications/{id}/reminder',
              params: { id },
              // The server checks for a recent reminder when it sends one.
              body: { ...bodyOf(true), mail },
            }}
            edit={{ mail, onChange: setMail }}
          />
        </FormDialog>
      )}
    </>
  )
}

function bodyOf(again: boolean) {
  return again ? { again: true as const } : {}
}
