import { clsx } from 'clsx'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { MAX_MAIL_SUBJECT, MAX_MAIL_TEXT, type EditedMail } from '#features/mail/api/edited-mail.ts'
import type { PreviewedMail } from '#features/mail/api/mail-previews.ts'
import { Button } from '#base/client/ui/button.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'

/** What the sender wrote instead of the standard mail. */
export interface MailEdit {
  /** Undefined while the standard mail is sent. */
  mail: EditedMail | undefined
  onChange: (mail: EditedMail | undefined) => void
}

/** Errors of the subject and of the text. */
export type MailProblems = Partial<Record<keyof EditedMail, string | undefined>>

type EditMailProps = MailEdit & {
  /** The mail's path in the body of the call. */
  path: string
  mails: readonly PreviewedMail[] | undefined
  isPending: boolean
  /** Whether there is another kind of mail that can be edited: each is named by its subject then. */
  isOneOfSeveral?: boolean
  /** From the server, by field. */
  problems: MailProblems
}

const focusOnMount = (element: HTMLElement | null) => element?.focus()

/** Edits the subject and the text of the mail to the client; the preview above shows the result. */
export function EditMail({
  path,
  mail,
  onChange,
  mails,
  isPending,
  isOneOfSeveral = false,
  problems,
}: EditMailProps) {
  const toClients = mails?.filter(({ toStaff }) => !toStaff) ?? []
  const editable = toClients.find(({ editable: texts }) => texts !== null)?.editable ?? null
  // Where the sender began: the preview follows what is typed.
  const [standard, setStandard] = useState<PreviewedMail['editable']>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const titleOf = ({ subject }: Required<EditedMail>) =>
    isOneOfSeveral || toClients.length > 1 ? `Edit “${subject}”` : 'Edit the email'
  if (standard !== null) {
    // Not sent any more; what was typed is there again once it is.
    if (mails !== undefined && toClients.length === 0) return null
    return (
      <MailEditor
        path={path}
        title={titleOf(standard)}
        hasPlaceholders={standard.text.includes('{')}
        texts={{ ...standard, ...mail }}
        problems={problems}
        onChange={onChange}
        onReset={() => {
          setStandard(null)
          setWasOpen(true)
          onChange(undefined)
        }}
      />
    )
  }
  if (editable === null && !isPending) return null
  return (
    <Button
      size="small"
      tone="secondary"
      // Its space is there from the start, so that controls below do not move.
      className={clsx('justify-self-start', editable === null && 'invisible')}
      ref={wasOpen ? focusOnMount : undefined}
      onClick={() => {
        setStandard(editable)
        onChange(editable ?? undefined)
      }}
    >
      {editable !== null && isOneOfSeveral ? titleOf(editable) : 'Edit the email'}
    </Button>
  )
}

type MailEditorProps = Pick<EditMailProps, 'path'> & {
  title: string
  hasPlaceholders: boolean
  texts: Required<EditedMail>
  problems: MailProblems
  onChange: (mail: EditedMail) => void
  onReset: () => void
}

function MailEditor({ path, title, hasPlaceholders, texts, problems, onChange, onReset }: MailEditorProps) {
  const subject = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  useValidity(subject, problems.subject)
  useValidity(text, problems.text)
  useEffect(() => subject.current?.focus(), [])
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-md border border-hairline p-4">
      <legend className="px-1 font-semibold">{title}</legend>
      <TextInput
        label="Subject"
        name={`${path}.subject`}
        maxLength={MAX_MAIL_SUBJECT}
        value={texts.subject}
        onChange={({ target }) => onChange({ ...texts, subject: target.value })}
        error={problems.subject}
        ref={subject}
      />
      <TextArea
        label="Text"
        name={`${path}.text`}
        rows={6}
        hint={`The greeting, details, button and signature stay as they are. Leave an empty line between paragraphs.${
          hasPlaceholders ? ' Words in braces are filled in for each client.' : ''
        }`}
        maxLength={MAX_MAIL_TEXT}
        value={texts.text}
        onChange={({ target }) => onChange({ ...texts, text: target.value })}
        error={problems.text}
        ref={text}
      />
      <Button size="small" tone="secondary" className="justify-self-start" onClick={onReset}>
        Use the standard email
      </Button>
    </fieldset>
  )
}

/** Marks a control as refused by the server, so that its form is not submitted (`FormDialog`). */
function useValidity(
  control: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  problem: string | undefined,
): void {
  useEffect(() => control.current?.setCustomValidity(problem ?? ''), [control, problem])
}
