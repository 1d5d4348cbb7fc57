import { useId, type KeyboardEvent, type RefObject } from 'react'
import type { ColleagueView } from '#domain/api/notes.ts'
import { MAX_NOTE_LENGTH } from '#domain/notes/notes.ts'
import { TextArea } from '#client/ui/text-area.tsx'
import { OfferedNames, useOffer } from './offered-names.tsx'

type MentionAreaProps = {
  name: string
  label: string
  value: string
  error: string | undefined
  people: readonly ColleagueView[]
  /** While the words are on their way: what was typed meanwhile would go with them, unsent. */
  readOnly: boolean
  onText: (text: string) => void
  onFocus: () => void
  /** By Ctrl+Enter, or Command+Enter. */
  onSend: () => void
  ref: RefObject<HTMLTextAreaElement | null> | undefined
}

/** Words in which an @ offers the names of colleagues: arrows choose, Enter or Tab takes, Esc closes. */
export function MentionArea({ people, onText, onSend, ...field }: MentionAreaProps) {
  const listId = useId()
  const { offered, active, look, take, close, keys } = useOffer(field.value, people, onText)
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
    // A dialog around it stays open.
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
          look(target)
        }}
        onKeyDown={press}
        onBlur={close}
      />
      <p role="status" className="sr-only">
        {active && `${offered.length} ${offered.length === 1 ? 'name' : 'names'}: ${active.name}`}
      </p>
      {active ? <OfferedNames id={listId} {...{ offered, active }} onTake={take} /> : null}
    </div>
  )
}
