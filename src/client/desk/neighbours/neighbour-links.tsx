import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Neighbours } from './neighbours.ts'

/** By the key's place, since Alt changes the letter on some systems. */
const keys = { KeyP: 'previous', KeyN: 'next' } as const

export type NeighbourLinksProps = {
  neighbours: Neighbours
  addressOf: (id: string) => string
  /** Whether going on is no step that the back button takes back. */
  replace?: boolean
}

/** The way to the applications beside this one, by press and by Alt with P or N. */
export function NeighbourLinks({ neighbours: { previous, next }, addressOf, replace }: NeighbourLinksProps) {
  const ref = useRef<HTMLElement>(null)
  useNeighbourKeys(ref)
  return (
    <nav ref={ref} aria-label="Applications" className="flex gap-3">
      {previous === null ? null : (
        <LinkButton
          href={addressOf(previous)}
          replace={replace}
          size="small"
          icon={<ChevronLeft aria-hidden="true" className="size-4" />}
          aria-keyshortcuts="Alt+P"
          data-neighbour="previous"
        >
          Previous
        </LinkButton>
      )}
      {next === null ? null : (
        <LinkButton
          href={addressOf(next)}
          replace={replace}
          size="small"
          icon={<ChevronRight aria-hidden="true" className="size-4" />}
          aria-keyshortcuts="Alt+N"
          data-neighbour="next"
        >
          Next
        </LinkButton>
      )}
    </nav>
  )
}

/** A key presses the link: it does nothing that the link does not, and nothing behind a dialog. */
function useNeighbourKeys(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || !(code in keys)) return
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
      if (dialog && !dialog.contains(ref.current)) return
      event.preventDefault()
      // The first line says that it is one of the keys.
      const name = keys[code as keyof typeof keys]
      ref.current?.querySelector<HTMLElement>(`[data-neighbour="${name}"]`)?.click()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [ref])
}
