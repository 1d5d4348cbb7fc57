import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { isBehindDialog, useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import type { Neighbours } from './neighbours.ts'

/** The directions with their labels and keys, by physical key, since Alt changes the letter on some systems. */
const ways = [
  { name: 'previous', label: 'Previous', letter: 'K', alt: 'P', code: 'KeyP', Icon: ChevronLeft },
  { name: 'next', label: 'Next', letter: 'J', alt: 'N', code: 'KeyN', Icon: ChevronRight },
] as const

export type NeighbourLinksProps = {
  neighbours: Neighbours
  addressOf: (id: string) => string
  /** Adds no entry to the browser's history. */
  replace?: boolean
  /** Whether single-letter shortcuts are on. */
  letters: boolean
}

/** Links to the previous and next application, with J and K, and Alt with N or P. */
export function NeighbourLinks({ neighbours, addressOf, replace, letters }: NeighbourLinksProps) {
  const ref = useRef<HTMLElement>(null)
  useNeighbourKeys(ref, letters)
  return (
    <nav ref={ref} aria-label="Applications" className="flex">
      {ways.map(({ name, label, letter, alt, Icon }) => {
        const id = neighbours[name]
        return id === null ? null : (
          <LinkButton
            key={name}
            href={addressOf(id)}
            replace={replace}
            size="small"
            tone="quiet"
            className="px-2!"
            title={label}
            aria-keyshortcuts={letters ? `${letter} Alt+${alt}` : `Alt+${alt}`}
            data-neighbour={name}
          >
            <span className="sr-only">{label}</span>
            <Icon aria-hidden="true" className="size-5" />
          </LinkButton>
        )
      })}
    </nav>
  )
}

/** A key activates its link, but not behind a dialog. */
function useNeighbourKeys(ref: RefObject<HTMLElement | null>, letters: boolean): void {
  const follow = (name: string) =>
    ref.current?.querySelector<HTMLElement>(`[data-neighbour="${name}"]`)?.click()
  useLetterShortcuts(letters, { j: () => follow('next'), k: () => follow('previous') }, ref)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      const way = ways.find((one) => one.code === code)
      if (!altKey || ctrlKey || metaKey || shiftKey || way === undefined) return
      if (isBehindDialog(ref.current)) return
      event.preventDefault()
      ref.current?.querySelector<HTMLElement>(`[data-neighbour="${way.name}"]`)?.click()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [ref])
}
