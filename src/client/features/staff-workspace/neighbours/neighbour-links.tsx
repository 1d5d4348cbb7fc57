import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { LinkButton } from '#client/ui/link-button.tsx'
import { isBehindDialog, useLetterKeys } from '#client/shared/lists/letter-keys.ts'
import type { Neighbours } from './neighbours.ts'

/** Either way: its words, and its key by its place, since Alt changes the letter on some systems. */
const ways = [
  { name: 'previous', label: 'Previous', letter: 'K', alt: 'P', code: 'KeyP', Sign: ChevronLeft },
  { name: 'next', label: 'Next', letter: 'J', alt: 'N', code: 'KeyN', Sign: ChevronRight },
] as const

export type NeighbourLinksProps = {
  neighbours: Neighbours
  addressOf: (id: string) => string
  /** Whether going on is no step that the back button takes back. */
  replace?: boolean
  /** Whether keys of one letter do something. */
  letters: boolean
}

/** The way to the applications beside this one, by press, by J and K, and by Alt with N or P. */
export function NeighbourLinks({ neighbours, addressOf, replace, letters }: NeighbourLinksProps) {
  const ref = useRef<HTMLElement>(null)
  useNeighbourKeys(ref, letters)
  return (
    <nav ref={ref} aria-label="Applications" className="flex gap-3">
      {ways.map(({ name, label, letter, alt, Sign }) => {
        const id = neighbours[name]
        return id === null ? null : (
          <LinkButton
            key={name}
            href={addressOf(id)}
            replace={replace}
            size="small"
            icon={<Sign aria-hidden="true" className="size-4" />}
            aria-keyshortcuts={letters ? `${letter} Alt+${alt}` : `Alt+${alt}`}
            data-neighbour={name}
          >
            {label}
          </LinkButton>
        )
      })}
    </nav>
  )
}

/** A key presses the link: it does nothing that the link does not, and nothing behind a dialog. */
function useNeighbourKeys(ref: RefObject<HTMLElement | null>, letters: boolean): void {
  const follow = (name: string) =>
    ref.current?.querySelector<HTMLElement>(`[data-neighbour="${name}"]`)?.click()
  useLetterKeys(letters, { j: () => follow('next'), k: () => follow('previous') }, ref)
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
