import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { actions, asksForReason, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import { clientStatuses } from '#domain/applications/lifecycle/tracker.ts'
import { statuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { useBranding } from '#client/shell/branding.tsx'
import type { ButtonTone } from '#client/ui/button.tsx'
import { nameOf } from '../list/cells.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** Who reads a reason that nobody is sent. */
export const KEPT = "Kept with the application, for the firm's own records."

/** What leads on; everything else ends something. */
const tones: Readonly<Partial<Record<ApplicationStatus, ButtonTone>>> = {
  onboarded: 'primary',
  approved: 'primary',
}

type ChangeDialogProps = {
  action: ActionName
  application: ReviewedApplication
  onConfirm: (reason: string | undefined) => void
  onCancel: () => void
}

/** Asks before an application changes its status, says what the client is told, and why where the lifecycle wants to know. */
export function ChangeDialog({ action, application, ...answers }: ChangeDialogProps) {
  const { sendsEmail } = useBranding()
  const { label, to } = actions[action]
  const { heading, message } = clientStatuses[to]
  const told = sendsEmail
    ? 'The client is told by email.'
    : 'This system sends no email: the client sees it after signing in.'
  const asked = asksForReason(action, application.status) ? 'required' : 'optional'
  return (
    <ReasonDialog
      {...answers}
      action={label}
      tone={tones[to] ?? 'danger'}
      description={`${nameOf(application)} goes from ${statuses[application.status]} to ${statuses[to]}. ${told} They read: “${heading}. ${message}”`}
      reason={to === 'approved' ? 'none' : asked}
      hint={to === 'rejected' ? 'Kept with the application, and sent to the client.' : KEPT}
    />
  )
}
