import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { controlClasses, LOW_CONTROL } from './field.tsx'

/** Long enough to type a word, short enough not to be noticed. */
const TYPING_PAUSE_MS = 250

export type SearchBoxProps = {
  /** The current search. */
  search: string
  onSearch: (search: string) => void
  maxLength: number
  placeholder: string
  /** The result as text, for a status line. */
  result?: string
  /** The label is for screen readers only, and the box is 44 px high, with a mouse 36 px. */
  isCompact?: boolean
}

/** Searches while the user types, after each pause. */
export function SearchBox({
  search,
  onSearch,
  maxLength,
  placeholder,
  result = '',
  isCompact = false,
}: SearchBoxProps) {
  const id = useId()
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  // The search was changed elsewhere: by the back button or a link.
  if (search !== shown) {
    setShown(search)
    if (search !== typed.trim()) setTyped(search)
  }
  const notifySearch = useEffectEvent(() => {
    if (typed.trim() !== search) onSearch(typed.trim())
  })
  useEffect(() => {
    const timer = setTimeout(() => notifySearch(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div>
      <label htmlFor={id} className={isCompact ? 'sr-only' : 'block font-semibold'}>
        Search
      </label>
      <div className={clsx('relative', !isCompact && 'mt-2')}>
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-soft"
        />
        <input
          id={id}
          type="search"
          name="search"
          value={typed}
          maxLength={maxLength}
          placeholder={placeholder}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          aria-describedby={`${id}-said`}
          className={controlClasses(false, clsx('w-full pl-10', isCompact && LOW_CONTROL))}
        />
      </div>
      <p id={`${id}-said`} role="status" className="mt-1 text-sm text-ink-soft empty:hidden">
        {result}
      </p>
    </div>
  )
}
