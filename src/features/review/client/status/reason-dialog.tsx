import { useState } from 'react'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import type { UpcomingCall } from '#features/mail/client/preview/use-mail-preview.ts'
import { FormDialog, type FormDialogProps } from '#base/client/ui/form-dialog.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'

type ReasonDialogProps = Pick<
  FormDialogProps,
  'description' | 'tone' | 'pending' | 'pendingLabel' | 'children'
> & {
  /** The action, also the button's text. */
  action: string
  /** Whether a reason is required, optional, or not asked for. */
  reason: 'required' | 'optional' | 'none'
  /** Who can read the reason. */
  hint: string
  /** Sentences that may be used as reason. */
  sentences?: readonly string[]
  /** Whether the mail to the client can be edited. */
  editsMail?: boolean
  /** The call to preview, with the reason typed so far and the edited mail. */
  ahead: (reason: string | undefined, mail: EditedMail | undefined) => UpcomingCall
  onConfirm: (reason: string | undefined, mail: EditedMail | undefined) => void
  onCancel: () => void
}

/** Confirms a status change and asks for a reason. */
export function ReasonDialog({
  action,
  reason,
  hint,
  sentences,
  editsMail = false,
  ahead,
  onConfirm,
  children,
  ...dialog
}: ReasonDialogProps) {
  const [text, setText] = useState('')
  const [mail, setMail] = useState<EditedMail>()
  const [missing, setMissing] = useState(false)
  const given = text.trim()
  const isMissing = reason === 'required' && given === ''
  return (
    <FormDialog
      size="normal"
      {...dialog}
      title={action}
      submitLabel={action}
      focusSubmit={reason === 'none'}
      onSubmit={() => {
        setMissing(isMissing)
        if (!isMissing) onConfirm(given || undefined, mail)
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
      {sentences === undefined ? null : (
        <div>
          <p className="text-sm text-ink-soft">
            The client must not learn of a hit. You can use one of these sentences:
          </p>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>
                <button
                  type="button"
                  className="text-link py-2.5 text-left"
                  onClick={() => setText(sentence)}
                >
                  {sentence}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <MailPreview
        upcoming={ahead(given || undefined, mail)}
        edit={editsMail ? { mail, onChange: setMail } : undefined}
      />
    </FormDialog>
  )
}
