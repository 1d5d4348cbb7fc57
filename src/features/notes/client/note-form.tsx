import { useState, type RefObject } from 'react'
import type { Note } from '#features/notes/api/notes.ts'
import { mentionedIn } from '#features/notes/rules/mentions.ts'
import { MailPreview } from '#features/mail/client/preview/mail-preview.tsx'
import type { UpcomingCall } from '#features/mail/client/preview/use-mail-preview.ts'
import { Button } from '#base/client/ui/button.tsx'
import { MentionArea } from './mention-area.tsx'
import { useColleagues } from './use-notes.ts'
import type { Elements } from '#base/client/ui/elements.ts'

type NoteFormProps = {
  name: string
  label: string
  submitLabel: string
  pending: boolean
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** Of the application. */
  id: string
  /**
   * The mail preview's call.
   *
   * @param mentions ids of the mentioned users; at least one of them has not been notified yet
   */
  ahead: (mentions: string[]) => UpcomingCall
  /** Users mentioned before, who may have lost access since. */
  mentioned?: Note['mentions']
  ref?: RefObject<HTMLTextAreaElement | null>
  /** Further buttons. */
  children?: Elements
}

const noMentions: Note['mentions'] = []

/** The text area of a note. Ctrl+Enter, or Command+Enter, sends it. */
export function NoteForm({
  name,
  label,
  submitLabel,
  pending,
  text,
  onText,
  onSend,
  id,
  ahead,
  mentioned = noMentions,
  ref,
  children,
}: NoteFormProps) {
  const [tried, setTried] = useState(false)
  const [isWriting, setWriting] = useState(text !== '')
  const { data: people = [] } = useColleagues(id, isWriting)
  const mentions = mentionedIn(text, [...people, ...mentioned])
  const notified = mentions.some((one) => mentioned.every((before) => before.id !== one))
  const send = () => {
    const isEmpty = text.trim() === ''
    setTried(isEmpty)
    if (!isEmpty && !pending) onSend()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MentionArea
        {...{ ref, name, label }}
        value={text}
        people={people}
        readOnly={pending}
        error={tried && text.trim() === '' ? 'Please write something' : undefined}
        onText={onText}
        onFocus={() => setWriting(true)}
        onSend={send}
      />
      {notified ? (
        <div className="mt-3">
          <MailPreview upcoming={ahead(mentions)} />
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" pending={pending} pendingLabel="Saving...">
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  )
}
