import { useEffect, useEffectEvent } from 'react'
import type { ShortcutSetting } from '#base/client/lists/shortcut-setting.ts'
import { ShortcutsHelp, type ShortcutText } from '../shortcuts-help.tsx'
import { NeighbourLinks, type NeighbourLinksProps } from '../neighbours/neighbour-links.tsx'

/**
 * The review's shortcuts, besides those to neighbours. With Alt, so that typed letters and screen-reader commands
 * trigger nothing (WCAG 2.2, 2.1.4); by physical key, since Alt changes the letter on some systems.
 */
const keys = { KeyA: 'approve', KeyO: 'open', KeyC: 'flag' } as const

type ShortcutAction = (typeof keys)[keyof typeof keys]

/** Focuses the next flag, cycling. */
function focusNextFlag(): void {
  const flags = [...document.querySelectorAll<HTMLButtonElement>('[data-flag]')]
  const index = flags.findIndex((flag) => flag === document.activeElement)
  flags[(index + 1) % flags.length]?.focus()
}

/** Handles the review's shortcuts. */
export function useReviewShortcuts({ showNext }: { showNext: () => void }): void {
  const perform = useEffectEvent((name: ShortcutAction) => {
    // The key activates the button.
    const actions = {
      approve: () => document.querySelector<HTMLButtonElement>('[data-action="approve"]')?.click(),
      open: showNext,
      flag: focusNextFlag,
    }
    actions[name]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || !(code in keys)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      // Checked above.
      perform(keys[code as keyof typeof keys])
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

type ReviewShortcutsProps = Omit<NeighbourLinksProps, 'letters'> & {
  setting: ShortcutSetting
  /** The shortcuts that currently have an action. */
  does: Readonly<Record<ShortcutAction, boolean>>
}

/** The active shortcuts: single letters, and with Alt. */
export function activeShortcuts({
  neighbours: { previous, next },
  does,
}: Pick<ReviewShortcutsProps, 'neighbours' | 'does'>): {
  letters: ShortcutText
  alt: string
} {
  const letters: ShortcutText = [
    ...(next === null ? [] : [['J', 'next application'] as const]),
    ...(previous === null ? [] : [['K', 'previous application'] as const]),
    ['?', 'these shortcuts'],
  ]
  const alt = [
    previous !== null && 'Alt + P previous',
    next !== null && 'Alt + N next',
    does.approve && 'Alt + A approve',
    does.open && 'Alt + O next document',
    does.flag && 'Alt + C next flag',
  ]
  return { letters, alt: alt.filter((text) => text !== false).join(', ') }
}

/** Links to the neighbours, and the help of shortcuts. */
export function ReviewShortcuts({ setting, does, ...links }: ReviewShortcutsProps) {
  const { letters, alt } = activeShortcuts({ neighbours: links.neighbours, does })
  return (
    <div className="mb-4">
      <div className="flex flex-wrap gap-3">
        <NeighbourLinks {...links} letters={setting.keys} />
        <ShortcutsHelp setting={setting} text={letters} />
      </div>
      {alt === '' ? null : <p className="mt-2 hidden text-sm text-ink-soft md:block">{alt}</p>}
    </div>
  )
}
