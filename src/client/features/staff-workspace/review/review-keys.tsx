import { useEffect, useEffectEvent } from 'react'
import { KeysHelp, type KeyHabit, type KeyWords } from '../keys-help.tsx'
import { NeighbourLinks, type NeighbourLinksProps } from '../neighbours/neighbour-links.tsx'

/**
 * What the keyboard does here, besides going to the applications beside this one. With Alt, so that no letter typed, and no
 * command to a screen reader, sets anything off (WCAG 2.2, 2.1.4); by the key's place, since Alt changes the letter on some
 * systems.
 */
const keys = { KeyA: 'approve', KeyO: 'open', KeyC: 'flag' } as const

type Deed = (typeof keys)[keyof typeof keys]

/** From flag to flag, and around again. */
function focusNextFlag(): void {
  const flags = [...document.querySelectorAll<HTMLButtonElement>('[data-flag]')]
  const place = flags.findIndex((flag) => flag === document.activeElement)
  flags[(place + 1) % flags.length]?.focus()
}

/** Listens to the keys of the review. */
export function useReviewKeys({ showNext }: { showNext: () => void }): void {
  const perform = useEffectEvent((name: Deed) => {
    // The key presses the button: it does nothing that the button does not.
    const deeds = {
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

type ReviewKeysProps = Omit<NeighbourLinksProps, 'letters'> & {
  habit: KeyHabit
  /** Which keys do something just now: no other is told of. */
  does: Readonly<Record<Deed, boolean>>
}

/** The keys that do something, with what they do: of one letter, and beside Alt. */
export function keysThatAct({
  neighbours: { previous, next },
  does,
}: Pick<ReviewKeysProps, 'neighbours' | 'does'>): {
  letters: KeyWords
  alt: string
} {
  const letters: KeyWords = [
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
  return { letters, alt: alt.filter((words) => words !== false).join(', ') }
}

/** The way to the applications beside this one, and what the keys do. */
export function ReviewKeys({ habit, does, ...links }: ReviewKeysProps) {
  const { letters, alt } = keysThatAct({ neighbours: links.neighbours, does })
  return (
    <div className="mb-4">
      <div className="flex flex-wrap gap-3">
        <NeighbourLinks {...links} letters={habit.keys} />
        <KeysHelp habit={habit} words={letters} />
      </div>
      {alt === '' ? null : <p className="mt-2 hidden text-sm text-ink-soft md:block">{alt}</p>}
    </div>
  )
}
