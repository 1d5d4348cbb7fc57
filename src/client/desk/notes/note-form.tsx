import { useState, type ReactNode, type RefObject } from 'react'
import { MAX_NOTE_LENGTH } from '#domain/notes/notes.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/text-area.tsx'

type NoteFormProps = {
  name: string
  label: string
  submitLabel: string
  pending: boolean
  text: string
  onText: (text: string) => void
  onSend: () => void
  ref?: RefObject<HTMLTextAreaElement | null>
  /** Further buttons. */
  children?: ReactNode
}

/** Where the words of a note are typed. Ctrl+Enter, or Command+Enter, sends them. */
export function NoteForm({
  name,
  label,
  submitLabel,
  pending,
  text,
  onText,
  onSend,
  ref,
  children,
}: NoteFormProps) {
  const [tried, setTried] = useState(false)
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
      <TextArea
        {...{ ref, name, label }}
        rows={3}
        hint="Ctrl+Enter sends it"
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        error={tried && text.trim() === '' ? 'Please write something' : undefined}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" pending={pending} pendingLabel="Saving...">
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  )
}
