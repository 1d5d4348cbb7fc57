import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { actions, asksForReason, type ActionName } from '#features/access/rules/lifecycle/transitions.ts'
import { statuses, statusTraits, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { ButtonTone } from '#base/client/ui/button.tsx'
import { NotReadyDialog } from '#features/due-diligence/client/staff/gate-notice.tsx'
import { useGate } from '#features/due-diligence/client/staff/use-pack.ts'
import { useHasHits } from '#features/screening/client/hits/use-hits.ts'
import { nameOf } from '../list/cells.tsx'
import { statesUnchecked } from '../checks/unchecked-text.ts'
import { UncheckedNotice } from '../checks/unchecked-notice.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import type { StatusEndpoint } from './use-status-change.ts'

/** Who can read a reason that is not mailed. */
export const STAFF_ONLY_HINTS = 'Saved with the application, for the firm’s records.'

/** Reasons that say nothing of lists: the client must not learn of a hit (FICA, section 29). */
const NEUTRAL_REASONS = [
  'We are unable to offer you our services at this time.',
  'After review, we are not able to proceed with your application.',
]

/** Approving actions; all others end something. */
const tones: Readonly<Partial<Record<ApplicationStatus, ButtonTone>>> = {
  onboarded: 'primary',
  approved: 'primary',
}

type ChangeDialogProps = {
  action: ActionName
  application: ReviewedApplication
  opened: ReadonlySet<string>
  endpoint: StatusEndpoint
  isSending: boolean
  onConfirm: (reason: string | undefined, mail: EditedMail | undefined) => void
  onCancel: () => void
}

/** Confirms a status change; for a client who is not ready to be onboarded, it says why instead. */
export function ChangeDialog(props: ChangeDialogProps) {
  return props.action === 'markOnboarded' ? <OnboardDialog {...props} /> : <ConfirmChange {...props} />
}

function OnboardDialog(props: ChangeDialogProps) {
  const { application, onCancel } = props
  const { pack, isChecking } = useGate(application.id)
  if (pack?.gate && pack.gate.missing.length > 0) {
    return <NotReadyDialog name={nameOf(application)} pack={pack} onClose={onCancel} />
  }
  return <ConfirmChange {...props} isChecking={isChecking} />
}

/** Previews the mail, and asks for a reason if the lifecycle takes one. */
function ConfirmChange({
  action,
  application,
  opened,
  endpoint,
  isChecking = false,
  isSending,
  ...answers
}: ChangeDialogProps & { isChecking?: boolean }) {
  const { label, to } = actions[action]
  const { id, status } = application
  const asked = statusTraits[to].declined ? 'optional' : 'none'
  const isRejection = to === 'rejected'
  const hasHits = useHasHits(id, { enabled: isRejection })
  return (
    <ReasonDialog
      {...answers}
      action={label}
      pending={isChecking || isSending}
      pendingLabel={isSending ? 'Sending...' : 'Checking...'}
      tone={tones[to] ?? 'danger'}
      description={`${nameOf(application)} will move from ${statuses[status]} to ${statuses[to]}.`}
      reason={asksForReason(action, status) ? 'required' : asked}
      sentences={isRejection && hasHits ? NEUTRAL_REASONS : undefined}
      hint={isRejection ? 'Saved with the application and sent to the client.' : STAFF_ONLY_HINTS}
      editsMail
      ahead={(reason, mail) => ({
        call: endpoint,
        params: { id },
        body: { status: to, expectedStatus: status, reason, mail },
      })}
    >
      {statesUnchecked(to) ? <UncheckedNotice {...{ application, opened }} /> : null}
    </ReasonDialog>
  )
}
