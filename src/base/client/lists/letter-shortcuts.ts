import { useEffect, useEffectEvent, type RefObject } from 'react'

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]'

/** Handlers by `KeyboardEvent.key`. */
export type LetterHandlers = Readonly<Record<string, (event: KeyboardEvent) => void>>

/**
 * Handles single-letter shortcuts. Ignored while typing, with Alt, Ctrl or Meta, and behind a dialog; users can switch
 * them off (WCAG 2.2, 2.1.4).
 *
 * @param within the element that the keys belong to, if it may be in a dialog itself
 * @param isMeant whether a key press is for these handlers
 */
export function useLetterShortcuts(
  isOn: boolean,
  handlers: LetterHandlers,
  within?: RefObject<HTMLElement | null>,
  isMeant: (event: KeyboardEvent) => boolean = () => true,
): void {
  const perform = useEffectEvent((event: KeyboardEvent) => {
    const handler = handlers[event.key]
    if (handler === undefined || isBehindDialog(within?.current ?? null) || !isMeant(event)) return
    event.preventDefault()
    handler(event)
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, target } = event
      if (altKey || ctrlKey || metaKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(TEXT_FIELDS)) return
      perform(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

/** Whether a dialog is above the element. */
export function isBehindDialog(part: Element | null): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  return dialog !== undefined && !dialog.contains(part)
}
