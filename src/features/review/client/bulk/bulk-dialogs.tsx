import { useState } from 'react'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { ActionName } from '#features/access/rules/lifecycle/transitions.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import type { UpcomingCall } from '#features/mail/client/preview/use-mail-preview.ts'
import { ChooseManagerDialog } from '#features/accounts/client/choose-manager-dialog.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import type { Manager } from '#features/accounts/client/manager-select.tsx'
import { BulkDecisionDialog } from './bulk-decision-dialog.tsx'
import { applicationsText } from './bulk-texts.ts'
import type { BulkActionInput } from './use-bulk-action.ts'

/** The texts of actions that only send a mail. */
const writing = {
  remind: {
    label: 'Remind',
    description:
      'Each client with a draft is emailed and asked to continue where they left off. Clients who have never signed in get a new invitation instead; anyone reminded in the last 24 hours is skipped.',
  },
  notify: {
    label: 'Notify',
    description:
      'Each client whose annual review is due or upcoming is emailed. All others, and anyone notified in the last 24 hours, are skipped.',
  },
} as const

/** The choices of the bulk bar. */
export type BulkChoice = keyof typeof writing | 'assign' | ActionName

type BulkDialogProps = {
  choice: BulkChoice
  count: number
  /** The selected applications. */
  chosen: Omit<BulkActionInput, 'act'>
  pending: boolean
  onConfirm: (act: BulkActionInput['act']) => void
  onCancel: () => void
}

/** Confirms an action on many applications and previews the mails to their clients. */
export function BulkDialog({ choice, count, chosen, pending, onConfirm, onCancel }: BulkDialogProps) {
  const ahead = (act: BulkActionInput['act']): UpcomingCall => ({
    call: 'POST /api/admin/bulk-acts',
    body: { act, ...chosen },
  })
  if (choice === 'remind' || choice === 'notify') {
    return <WritingDialog {...{ choice, count, ahead, pending, onConfirm, onCancel }} />
  }
  if (choice === 'assign') {
    return (
      <ChooseManagerDialog
        title={`Assign ${applicationsText(count)}`}
        description="Choose who will look after these clients. Their letters, lists and emails move too; each manager gets one email."
        label="Wealth Manager"
        listOf="admin"
        required="Please select a wealth manager for these clients."
        confirmLabel={`Assign ${count.toLocaleString('en-ZA')}`}
        pendingLabel="Assigning..."
        pending={pending}
        failure={undefined}
        ahead={(manager) => ahead(assigning(manager))}
        onChoose={(manager) => onConfirm(assigning(manager))}
        onClose={onCancel}
      />
    )
  }
  return <BulkDecisionDialog action={choice} {...{ count, chosen, ahead, onConfirm, onCancel }} />
}

function assigning({ id, hasLetter }: Manager): BulkActionInput['act'] {
  return { name: 'assign', wealthManagerId: id, ...(!hasLetter && { withoutLetter: true }) }
}

type WritingDialogProps = Omit<BulkDialogProps, 'choice' | 'chosen'> & {
  choice: keyof typeof writing
  ahead: (act: BulkActionInput['act']) => UpcomingCall
}

/** Confirms an action that only sends a mail, whose text can be edited. */
function WritingDialog({ choice, count, ahead, pending, onConfirm, onCancel }: WritingDialogProps) {
  const { label, description } = writing[choice]
  const [mail, setMail] = useState<EditedMail>()
  return (
    <FormDialog
      size="normal"
      title={`${label} ${applicationsText(count)}`}
      description={description}
      submitLabel={`${label} ${count.toLocaleString('en-ZA')}`}
      focusSubmit
      pending={pending}
      pendingLabel="Sending..."
      onSubmit={() => onConfirm({ name: choice, mail })}
      onCancel={onCancel}
    >
      <MailPreview upcoming={ahead({ name: choice, mail })} edit={{ mail, onChange: setMail }} />
    </FormDialog>
  )
}
