import { useState } from 'react'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import type { UpcomingCall } from '#features/mail/client/preview/use-mail-preview.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { notifyRequired } from './clients-text.ts'
import { ManagerSelect, type Manager, type ManagerSelectProps } from './manager-select.tsx'

type ChooseManagerDialogProps = Pick<ManagerSelectProps, 'listOf' | 'label' | 'except'> & {
  title: string
  description: string
  /** The text if no manager is chosen. */
  required: string
  confirmLabel: string
  pendingLabel: string
  pending: boolean
  /** The error. */
  failure: string | undefined
  /** The call to preview. */
  ahead: (manager: Manager) => UpcomingCall
  onChoose: (manager: Manager) => void
  onClose: () => void
}

/** Asks for the new manager of clients. */
export function ChooseManagerDialog({
  title,
  description,
  required,
  confirmLabel,
  pendingLabel,
  pending,
  failure,
  ahead,
  onChoose,
  onClose,
  ...select
}: ChooseManagerDialogProps) {
  const [chosen, setChosen] = useState<Manager | undefined>()
  const [missing, setMissing] = useState(false)
  return (
    <Dialog
      open
      size="normal"
      title={title}
      description={description}
      closable={!pending}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            pending={pending}
            pendingLabel={pendingLabel}
            onClick={() => {
              setMissing(chosen === undefined)
              if (chosen === undefined) notifyRequired('Wealth Manager', required)
              else onChoose(chosen)
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {failure === undefined ? null : (
        <Notice tone="danger" live="alert" className="mb-4">
          {failure}
        </Notice>
      )}
      <ManagerSelect
        {...select}
        placeholder="Select a wealth manager"
        required
        value={chosen?.id ?? ''}
        onChange={(_, manager) => setChosen(manager)}
        error={missing && chosen === undefined ? required : undefined}
      />
      <div className="mt-6">
        <MailPreview upcoming={chosen === undefined ? null : ahead(chosen)} />
      </div>
    </Dialog>
  )
}
