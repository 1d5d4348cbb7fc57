import { useState } from 'react'
import { MailPreview } from '#client/shared/mail-preview/mail-preview.tsx'
import type { CallAhead } from '#client/shared/mail-preview/use-mail-preview.ts'
import { FormDialog, type FormDialogProps } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'

type ReasonDialogProps = Pick<
  FormDialogProps,
  'description' | 'tone' | 'pending' | 'pendingLabel' | 'children'
> & {
  /** What is done, which the button says too. */
  action: string
  /** Whether a reason has to be given, can be given, or is not asked for. */
  reason: 'required' | 'optional' | 'none'
  /** Who reads the reason. */
  hint: string
  /** The call that it asks about, with the reason as far as it is written. */
  ahead: (reason: string | undefined) => CallAhead
  onConfirm: (reason: string | undefined) => void
  onCancel: () => void
}

/** Asks before the status of an application changes, and why. */
export function ReasonDialog({
  action,
  reason,
  hint,
  ahead,
  onConfirm,
  children,
  ...dialog
}: ReasonDialogProps) {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const given = text.trim()
  const isMissing = reason === 'required' && given === ''
  return (
    <FormDialog
      size="normal"
      {...dialog}
      title={action}
      submitLabel={action}
      cancelLabel="Keep as it is"
      focusSubmit={reason === 'none'}
      onSubmit={() => {
        setMissing(isMissing)
        if (!isMissing) onConfirm(given || undefined)
      }}
    >
      {children}
      {reason === 'none' ? null : (
        <TextArea
          label="Reason"
          name="reason"
          optional={reason === 'optional'}
          hint={hint}
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={missing && isMissing ? 'Please give a reason' : undefined}
          data-autofocus=""
        />
      )}
      <MailPreview ahead={ahead(given || undefined)} />
    </FormDialog>
  )
}
