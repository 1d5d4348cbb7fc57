import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { controlClasses } from './field.tsx'

/** Long enough for a word to be typed, short enough not to be waited for. */
const TYPING_PAUSE_MS = 250

export type SearchBoxProps = {
  /** What is searched for now. */
  search: string
  onSearch: (search: string) => void
  maxLength: number
  /** What can be searched for. */
  placeholder: string
  /** What came of the search, beside its rows. */
  said?: string
}

/** Searches while one types, after each pause. */
export function SearchBox({ search, onSearch, maxLength, placeholder, said = '' }: SearchBoxProps) {
  const id = useId()
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  // The address changed otherwise: by the back button, or by a link.
  if (search !== shown) {
    setShown(search)
    if (search !== typed.trim()) setTyped(search)
  }
  const tell = useEffectEvent(() => {
    if (typed.trim() !== search) onSearch(typed.trim())
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        Search
      </label>
      <div className="relative mt-2">
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
          className={controlClasses(false, 'w-full pl-10')}
        />
      </div>
      <p id={`${id}-said`} role="status" className="mt-1 text-sm text-ink-soft empty:hidden">
        {said}
      </p>
    </div>
  )
}
