import { useEffect, useEffectEvent, type RefObject } from 'react'

const TYPED_INTO = 'input, textarea, select, [contenteditable]'

/** What somebody does by keys of one letter, by `key` as the browser names it. */
export type LetterDeeds = Readonly<Record<string, (event: KeyboardEvent) => void>>

/**
 * Listens to keys of one letter. Nothing happens while somebody types, beside Alt, Ctrl or Meta, nor behind a dialog; they can be
 * switched off (WCAG 2.2, 2.1.4).
 *
 * @param within what the keys belong to, where it may itself stand in a dialog
 * @param isMeant whether a press is meant for these, where it may mean something else
 */
export function useLetterKeys(
  isOn: boolean,
  deeds: LetterDeeds,
  within?: RefObject<HTMLElement | null>,
  isMeant: (event: KeyboardEvent) => boolean = () => true,
): void {
  const perform = useEffectEvent((event: KeyboardEvent) => {
    const deed = deeds[event.key]
    if (deed === undefined || isBehindDialog(within?.current ?? null) || !isMeant(event)) return
    event.preventDefault()
    deed(event)
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, target } = event
      if (altKey || ctrlKey || metaKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(TYPED_INTO)) return
      perform(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

/** Whether a dialog lies above. */
export function isBehindDialog(part: Element | null): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  return dialog !== undefined && !dialog.contains(part)
}
