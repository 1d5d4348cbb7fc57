import { useState, type RefObject } from 'react'
import type { Note } from '#domain/api/notes.ts'
import { mentionedIn } from '#domain/notes/mentions.ts'
import { MailPreview } from '#client/shared/mail-preview/mail-preview.tsx'
import type { CallAhead } from '#client/shared/mail-preview/use-mail-preview.ts'
import { Button } from '#client/ui/button.tsx'
import { MentionArea } from './mention-area.tsx'
import { useColleagues } from './use-notes.ts'
import type { Elements } from '#client/ui/elements.ts'

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
  /** What is about to be sent. @param mentions the ids of those whom the text mentions, of whom at least one has not been told yet */
  ahead: (mentions: string[]) => CallAhead
  /** Whom the text mentions already: they may have lost the application since. */
  mentioned?: Note['mentions']
  ref?: RefObject<HTMLTextAreaElement | null>
  /** Further buttons. */
  children?: Elements
}

const nobody: Note['mentions'] = []

/** Where the words of a note are typed. Ctrl+Enter, or Command+Enter, sends them. */
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
  mentioned = nobody,
  ref,
  children,
}: NoteFormProps) {
  const [tried, setTried] = useState(false)
  const [isWriting, setWriting] = useState(text !== '')
  const { data: people = [] } = useColleagues(id, isWriting)
  const mentions = mentionedIn(text, [...people, ...mentioned])
  const tells = mentions.some((one) => mentioned.every((before) => before.id !== one))
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
      {tells ? (
        <div className="mt-3">
          <MailPreview ahead={ahead(mentions)} />
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
