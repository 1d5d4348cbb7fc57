import type { ActionName } from '#domain/applications/lifecycle/transitions.ts'
import { MailPreview } from '#client/shared/mail-preview/mail-preview.tsx'
import type { CallAhead } from '#client/shared/mail-preview/use-mail-preview.ts'
import { ChooseManagerDialog } from '#client/features/users/choose-manager-dialog.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { Manager } from '#client/features/users/manager-select.tsx'
import { BulkDecisionDialog } from './bulk-decision-dialog.tsx'
import { applicationsText } from './bulk-words.ts'
import type { WantedBulkAct } from './use-bulk-act.ts'

/** What is asked before clients are written to, with no more to say about it. */
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

/** What can be chosen in the bar. */
export type BulkChoice = keyof typeof writing | 'assign' | ActionName

type BulkDialogProps = {
  choice: BulkChoice
  count: number
  /** Which applications. */
  chosen: Omit<WantedBulkAct, 'act'>
  pending: boolean
  onConfirm: (act: WantedBulkAct['act']) => void
  onCancel: () => void
}

/** Asks before something is done to many applications, and says what their clients will hear. */
export function BulkDialog({ choice, count, chosen, pending, onConfirm, onCancel }: BulkDialogProps) {
  const ahead = (act: WantedBulkAct['act']): CallAhead => ({
    call: 'POST /api/admin/bulk-acts',
    body: { act, ...chosen },
  })
  if (choice === 'remind' || choice === 'notify') {
    const { label, description } = writing[choice]
    return (
      <FormDialog
        size="normal"
        title={`${label} ${applicationsText(count)}`}
        description={description}
        submitLabel={`${label} ${count.toLocaleString('en-ZA')}`}
        focusSubmit
        pending={pending}
        pendingLabel="Sending..."
        onSubmit={() => onConfirm({ name: choice })}
        onCancel={onCancel}
      >
        <MailPreview ahead={ahead({ name: choice })} />
      </FormDialog>
    )
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

function assigning({ id, hasLetter }: Manager): WantedBulkAct['act'] {
  return { name: 'assign', wealthManagerId: id, ...(!hasLetter && { withoutLetter: true }) }
}
