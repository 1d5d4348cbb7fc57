import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { paths } from '#client/shell/paths.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Neighbours } from './neighbours.ts'

/**
 * What the keyboard does here. With Alt, so that no letter typed, and no command to a screen reader, sets anything off
 * (WCAG 2.2, 2.1.4); by the key's place, since Alt changes the letter on some systems.
 */
const keys = { KeyP: 'previous', KeyN: 'next', KeyA: 'approve', KeyO: 'open', KeyC: 'flag' } as const

function useAddressOf(): (id: string) => string {
  const [params] = useSearchParams()
  return (id) => {
    const next = new URLSearchParams(params)
    next.set('application', id)
    return `${paths.managerReview}?${next.toString()}`
  }
}

/** From flag to flag, and around again. */
function focusNextFlag(): void {
  const flags = [...document.querySelectorAll<HTMLButtonElement>('[data-flag]')]
  const place = flags.findIndex((flag) => flag === document.activeElement)
  flags[(place + 1) % flags.length]?.focus()
}

/** Listens to the keys of the review. */
export function useReviewKeys({
  neighbours,
  showNext,
}: {
  neighbours: Neighbours
  showNext: () => void
}): void {
  const [, navigate] = useLocation()
  const addressOf = useAddressOf()
  const go = (id: string | null) => {
    if (id !== null) navigate(addressOf(id))
  }
  const perform = useEffectEvent((name: (typeof keys)[keyof typeof keys]) => {
    // The key presses the button: it does nothing that the button does not.
    const deeds = {
      previous: () => go(neighbours.previous),
      next: () => go(neighbours.next),
      approve: () => document.querySelector<HTMLButtonElement>('[data-action="approve"]')?.click(),
      open: showNext,
      flag: focusNextFlag,
    }
    deeds[name]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || !(code in keys)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      // The line above says that it is one of the keys.
      perform(keys[code as keyof typeof keys])
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The way to the applications beside this one, and what the keys do. */
export function ReviewKeys({ neighbours: { previous, next } }: { neighbours: Neighbours }) {
  const addressOf = useAddressOf()
  return (
    <div className="mb-4">
      <nav aria-label="Applications" className="flex gap-3">
        {previous === null ? null : (
          <LinkButton
            href={addressOf(previous)}
            size="small"
            icon={<ChevronLeft aria-hidden="true" className="size-4" />}
            aria-keyshortcuts="Alt+P"
          >
            Previous
          </LinkButton>
        )}
        {next === null ? null : (
          <LinkButton
            href={addressOf(next)}
            size="small"
            icon={<ChevronRight aria-hidden="true" className="size-4" />}
            aria-keyshortcuts="Alt+N"
          >
            Next
          </LinkButton>
        )}
      </nav>
      <p className="mt-2 hidden text-sm text-ink-soft md:block">
        Alt + P previous, Alt + N next, Alt + A approve, Alt + O next document, Alt + C next flag
      </p>
    </div>
  )
}
