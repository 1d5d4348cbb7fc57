import { useEffect, useEffectEvent } from 'react'

/** Marks what opens its row: a press anywhere on the row presses it, and the keys go from one to the next. */
export const opensRow = { 'data-opens': '' } as const

const OPENER = '[data-opens]'
const ROW = '[data-index]'
const OWN_PRESS = 'a, button, input, label, select, summary'
const TYPED_INTO = 'input, textarea, select, [contenteditable]'

/** A press on a row presses what opens it, unless something else was pressed, or text was marked to be copied. */
export function useRowPress(): void {
  useEffect(() => {
    const listen = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest(OWN_PRESS)) return
      if (getSelection()?.isCollapsed === false) return
      const opener = target.closest(ROW)?.querySelector<HTMLElement>(OPENER)
      // Whatever opens gives the focus back to it.
      opener?.focus()
      opener?.click()
    }
    document.addEventListener('click', listen)
    return () => document.removeEventListener('click', listen)
  }, [])
}

const steps = { j: 1, k: -1 } as const

/**
 * J goes to the next row, K to the one before, Enter opens it: the focus stands on what opens the row. Nothing happens
 * while somebody types, nor behind a dialog.
 */
export function useRowKeys(isOn: boolean): void {
  const move = useEffectEvent((step: 1 | -1) => {
    const openers = [...document.querySelectorAll<HTMLElement>(OPENER)]
    const place = openers.findIndex((one) => rowOf(one)?.contains(document.activeElement))
    const next = place === -1 ? openers.find(isInSight) : openers[place + step]
    if (next === undefined) return
    next.focus({ preventScroll: true })
    rowOf(next)?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
      if (altKey || ctrlKey || metaKey || shiftKey || !(key in steps)) return
      if (target instanceof Element && target.closest(TYPED_INTO)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      // The line above says that it is one of the keys.
      move(steps[key as keyof typeof steps])
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

function rowOf(opener: Element): Element | null {
  return opener.closest(ROW)
}

function isInSight(opener: Element): boolean {
  return opener.getBoundingClientRect().top >= 0
}
