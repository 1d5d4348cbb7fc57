import { clsx } from 'clsx'
import { useState } from 'react'
import { MAX_MAIL_SUBJECT, MAX_MAIL_TEXT, type EditedMail } from '#domain/api/edited-mail.ts'
import type { PreviewedMail } from '#domain/api/mail-previews.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'

/** What the sender wrote instead of the standard mail. */
export interface MailEdit {
  /** Undefined while the standard mail is sent. */
  mail: EditedMail | undefined
  onChange: (mail: EditedMail | undefined) => void
}

type EditMailProps = MailEdit & { mails: readonly PreviewedMail[] | undefined; isPending: boolean }

/** Edits the subject and the text of the mail to the client; the preview above shows the result. */
export function EditMail({ mail, onChange, mails, isPending }: EditMailProps) {
  const editable = mails?.find(({ toStaff, editable: texts }) => !toStaff && texts !== null)?.editable ?? null
  // Where the sender began: the preview follows what is typed.
  const [standard, setStandard] = useState<PreviewedMail['editable']>(null)
  if (standard === null) {
    if (editable === null && !isPending) return null
    return (
      <Button
        size="small"
        tone="secondary"
        // Its space is there from the start, so that controls below do not move.
        className={clsx('justify-self-start', editable === null && 'invisible')}
        onClick={() => {
          setStandard(editable)
          onChange(editable ?? undefined)
        }}
      >
        Edit the email
      </Button>
    )
  }
  const texts = { ...standard, ...mail }
  return (
    <fieldset className="grid gap-4 rounded-md border border-hairline p-4">
      <legend className="px-1 font-semibold">Edit the email</legend>
      <TextInput
        label="Subject"
        name="mail.subject"
        maxLength={MAX_MAIL_SUBJECT}
        value={texts.subject}
        onChange={({ target }) => onChange({ ...texts, subject: target.value })}
        data-autofocus=""
      />
      <TextArea
        label="Text"
        name="mail.text"
        rows={6}
        hint={`The greeting, details, button and signature stay as they are. Leave an empty line between paragraphs.${
          standard.text.includes('{') ? ' Words in braces are filled in for each client.' : ''
        }`}
        maxLength={MAX_MAIL_TEXT}
        value={texts.text}
        onChange={({ target }) => onChange({ ...texts, text: target.value })}
      />
      <Button
        size="small"
        tone="secondary"
        className="justify-self-start"
        onClick={() => {
          setStandard(null)
          onChange(undefined)
        }}
      >
        Use the standard email
      </Button>
    </fieldset>
  )
}
