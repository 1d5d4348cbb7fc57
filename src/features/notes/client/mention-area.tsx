import { useId, type KeyboardEvent, type RefObject } from 'react'
import type { ColleagueView } from '#features/notes/api/notes.ts'
import { MAX_NOTE_LENGTH } from '#features/notes/rules/notes.ts'
import { TextArea } from '#base/client/ui/text-area.tsx'
import { MentionSuggestions, useSuggestions } from './mention-suggestions.tsx'

type MentionAreaProps = {
  name: string
  label: string
  value: string
  error: string | undefined
  people: readonly ColleagueView[]
  /** While the text is being sent, so that further typing is not lost. */
  readOnly: boolean
  onText: (text: string) => void
  onFocus: () => void
  /** By Ctrl+Enter, or Command+Enter. */
  onSend: () => void
  ref: RefObject<HTMLTextAreaElement | null> | undefined
}

/** A text area where "@" suggests names of colleagues: arrows choose, Enter or Tab inserts, Esc closes. */
export function MentionArea({ people, onText, onSend, ...field }: MentionAreaProps) {
  const listId = useId()
  const {
    offered,
    active,
    look: updateSuggestions,
    take,
    close,
    keys,
  } = useSuggestions(field.value, people, onText)
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey, shiftKey, currentTarget } = event
    if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault()
      onSend()
      return
    }
    const does = shiftKey ? undefined : keys[key]
    if (does === undefined || active === undefined) return
    event.preventDefault()
    // Keeps a surrounding dialog open.
    event.stopPropagation()
    does(currentTarget, active)
  }
  return (
    <div className="relative" data-mentions="">
      <TextArea
        {...field}
        rows={3}
        hint="Type @ to notify a colleague. Ctrl+Enter saves the note."
        maxLength={MAX_NOTE_LENGTH}
        aria-autocomplete="list"
        aria-controls={active && listId}
        aria-activedescendant={active && `${listId}-${active.id}`}
        onChange={({ target }) => {
          onText(target.value)
          updateSuggestions(target)
        }}
        onKeyDown={press}
        onBlur={close}
      />
      <p role="status" className="sr-only">
        {active && `${offered.length} ${offered.length === 1 ? 'name' : 'names'}: ${active.name}`}
      </p>
      {active ? <MentionSuggestions id={listId} {...{ offered, active }} onTake={take} /> : null}
    </div>
  )
}
