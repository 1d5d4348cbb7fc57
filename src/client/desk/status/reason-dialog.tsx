import { useId, useState } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { actions, asksForReason, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import { clientStatuses } from '#domain/applications/lifecycle/tracker.ts'
import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { useBranding } from '#client/shell/branding.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { nameOf } from '../list/cells.tsx'

type ReasonDialogProps = {
  action: ActionName
  application: ReviewedApplication
  onConfirm: (reason: string | undefined) => void
  onCancel: () => void
}

const REASON_REQUIRED = 'Please give a reason'

/** Asks before an application changes its status, and why where the lifecycle wants to know. */
export function ReasonDialog({ action, application, onConfirm, onCancel }: ReasonDialogProps) {
  const form = useId()
  const { sendsEmail } = useBranding()
  const required = asksForReason(action, application.status)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { label, to } = actions[action]
  const { heading, message } = clientStatuses[to]
  return (
    <Dialog
      open
      size="small"
      title={label}
      description={`${nameOf(application)} goes from ${statuses[application.status]} to ${statuses[to]}. ${sendsEmail ? 'The client is told by email.' : 'No email leaves this system: the client sees it after signing in.'} They read: “${heading}. ${message}”`}
      onClose={onCancel}
      footer={
        <>
          <Button tone="secondary" onClick={onCancel}>
            Keep as it is
          </Button>
          <Button
            type="submit"
            data-autofocus={to === 'approved' ? '' : undefined}
            form={form}
            tone={to === 'onboarded' || to === 'approved' ? 'primary' : 'danger'}
          >
            {label}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const given = reason.trim()
          setMissing(required && given === '')
          if (!required || given !== '') onConfirm(given || undefined)
        }}
      >
        {to === 'approved' ? null : (
          <TextArea
            label="Reason"
            name="reason"
            optional={!required}
            hint={
              to === 'rejected'
                ? 'Kept with the application, and sent to the client.'
                : "Kept with the application, for the firm's own records."
            }
            maxLength={2000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={missing && reason.trim() === '' ? REASON_REQUIRED : undefined}
            data-autofocus=""
          />
        )}
      </form>
    </Dialog>
  )
}
