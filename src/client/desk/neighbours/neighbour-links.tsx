import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Neighbours } from './neighbours.ts'

/** Either way: its words, and its key by its place, since Alt changes the letter on some systems. */
const ways = [
  { name: 'previous', label: 'Previous', letter: 'P', code: 'KeyP', Sign: ChevronLeft },
  { name: 'next', label: 'Next', letter: 'N', code: 'KeyN', Sign: ChevronRight },
] as const

export type NeighbourLinksProps = {
  neighbours: Neighbours
  addressOf: (id: string) => string
  /** Whether going on is no step that the back button takes back. */
  replace?: boolean
}

/** The way to the applications beside this one, by press and by Alt with P or N. */
export function NeighbourLinks({ neighbours, addressOf, replace }: NeighbourLinksProps) {
  const ref = useRef<HTMLElement>(null)
  useNeighbourKeys(ref)
  return (
    <nav ref={ref} aria-label="Applications" className="flex gap-3">
      {ways.map(({ name, label, letter, Sign }) => {
        const id = neighbours[name]
        return id === null ? null : (
          <LinkButton
            key={name}
            href={addressOf(id)}
            replace={replace}
            size="small"
            icon={<Sign aria-hidden="true" className="size-4" />}
            aria-keyshortcuts={`Alt+${letter}`}
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
function useNeighbourKeys(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      const way = ways.find((one) => one.code === code)
      if (!altKey || ctrlKey || metaKey || shiftKey || way === undefined) return
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
      if (dialog && !dialog.contains(ref.current)) return
      event.preventDefault()
      ref.current?.querySelector<HTMLElement>(`[data-neighbour="${way.name}"]`)?.click()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [ref])
}
