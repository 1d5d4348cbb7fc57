import { clsx } from 'clsx'
import { useState } from 'react'
import type { ColleagueView } from '#features/notes/api/notes.ts'
import { begunMention, matching } from '#features/notes/rules/mentions.ts'
import { roleLabels } from '#features/access/rules/roles.ts'

/** With more matches, typing another letter is quicker. */
const MAX_SHOWN = 8

/** The names that "@" suggests, and their keyboard handling. */
export function useSuggestions(
  value: string,
  people: readonly ColleagueView[],
  onText: (text: string) => void,
) {
  /** The text before the caret; null if no name is suggested there. */
  const [before, setBefore] = useState<string | null>(null)
  const [chosen, setChosen] = useState(0)
  const begun = before === null ? null : begunMention(before)
  const offered = begun === null ? [] : matching(people, begun.typed).slice(0, MAX_SHOWN)
  const active = offered[chosen] ?? offered[0]
  const close = () => setBefore(null)
  const look = ({ value: text, selectionStart }: HTMLTextAreaElement) => {
    setBefore(text.slice(0, selectionStart))
    setChosen(0)
  }
  const take = (area: HTMLTextAreaElement, { name }: ColleagueView) => {
    if (begun === null || before === null) return
    const until = `${value.slice(0, begun.at)}@${name} `
    onText(`${until}${value.slice(before.length)}`)
    close()
    area.focus()
    // The caret moves behind the name after the text is rendered.
    requestAnimationFrame(() => area.setSelectionRange(until.length, until.length))
  }
  const go = (by: number) => setChosen((index) => (index + offered.length + by) % offered.length)
  const keys: Readonly<Record<string, (area: HTMLTextAreaElement, person: ColleagueView) => void>> = {
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
    Enter: take,
    Tab: take,
    Escape: close,
  }
  return { offered, active, look, take, close, keys }
}

type MentionSuggestionsProps = {
  id: string
  offered: readonly ColleagueView[]
  active: ColleagueView
  onTake: (area: HTMLTextAreaElement, person: ColleagueView) => void
}

/** The list of suggested names. */
export function MentionSuggestions({ id, offered, active, onTake }: MentionSuggestionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Colleagues"
      className="absolute inset-x-0 top-full z-10 mt-1 max-w-96 rounded-md border border-edge bg-surface py-1 shadow-float"
    >
      {offered.map((person) => (
        <div
          key={person.id}
          id={`${id}-${person.id}`}
          role="option"
          // The text area keeps the focus and refers to the chosen name.
          tabIndex={-1}
          aria-selected={person === active}
          className={clsx(
            'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-3 py-1.5',
            person === active && 'bg-primary-wash',
          )}
          onPointerDown={(event) => {
            event.preventDefault()
            const area = event.currentTarget.closest('[data-mentions]')?.querySelector('textarea')
            if (area) onTake(area, person)
          }}
        >
          <span className="wrap-anywhere">{person.name}</span>
          <span className="text-sm text-ink-soft">{roleLabels[person.role]}</span>
        </div>
      ))}
    </div>
  )
}
