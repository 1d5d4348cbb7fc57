import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { actions, asksForReason, type ActionName } from '#domain/applications/lifecycle/transitions.ts'
import { statuses, statusTraits, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { ButtonTone } from '#client/ui/button.tsx'
import { nameOf } from '../list/cells.tsx'
import { statesUnchecked } from '../checks/unchecked-text.ts'
import { UncheckedNotice } from '../checks/unchecked-notice.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import type { StatusDoor } from './use-status-change.ts'

/** Who reads a reason that nobody is sent. */
export const KEPT = 'Saved with the application, for the firm’s records.'

/** What leads on; everything else ends something. */
const tones: Readonly<Partial<Record<ApplicationStatus, ButtonTone>>> = {
  onboarded: 'primary',
  approved: 'primary',
}

type ChangeDialogProps = {
  action: ActionName
  application: ReviewedApplication
  opened: ReadonlySet<string>
  door: StatusDoor
  onConfirm: (reason: string | undefined) => void
  onCancel: () => void
}

/** Asks before an application changes its status, shows what is mailed, and asks why where the lifecycle wants to know. */
export function ChangeDialog({ action, application, opened, door, ...answers }: ChangeDialogProps) {
  const { label, to } = actions[action]
  const { id, status } = application
  const asked = statusTraits[to].declined ? 'optional' : 'none'
  return (
    <ReasonDialog
      {...answers}
      action={label}
      tone={tones[to] ?? 'danger'}
      description={`${nameOf(application)} will move from ${statuses[status]} to ${statuses[to]}.`}
      reason={asksForReason(action, status) ? 'required' : asked}
      hint={to === 'rejected' ? 'Saved with the application and sent to the client.' : KEPT}
      ahead={(reason) => ({
        call: door,
        params: { id },
        body: { status: to, expectedStatus: status, reason },
      })}
    >
      {statesUnchecked(to) ? <UncheckedNotice {...{ application, opened }} /> : null}
    </ReasonDialog>
  )
}
