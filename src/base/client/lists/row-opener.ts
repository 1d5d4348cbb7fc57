import { useEffect } from 'react'
import { useLetterShortcuts } from './letter-shortcuts.ts'

/** Marks the control that opens a row: a press anywhere on the row activates it, and J and K move between them. */
export const opensRow = { 'data-opens': '' } as const

const OPENER = '[data-opens]'
const ROW = '[data-index]'
const OWN_PRESS = 'a, button, input, label, select, summary'

/** Activates a row's opener when the row is pressed, unless another control was pressed or text was selected. */
export function useRowPress(): void {
  useEffect(() => {
    const listen = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest(OWN_PRESS)) return
      if (getSelection()?.isCollapsed === false) return
      const opener = target.closest(ROW)?.querySelector<HTMLElement>(OPENER)
      // The opened panel returns the focus to its opener.
      opener?.focus()
      opener?.click()
    }
    document.addEventListener('click', listen)
    return () => document.removeEventListener('click', listen)
  }, [])
}

/** J focuses the next row's opener, K the previous one; Enter opens it. */
export function useRowKeys(isOn: boolean): void {
  useLetterShortcuts(isOn, { j: () => move(1), k: () => move(-1) })
}

function move(step: 1 | -1): void {
  const openers = [...document.querySelectorAll<HTMLElement>(OPENER)]
  const index = openers.findIndex((one) => rowOf(one)?.contains(document.activeElement))
  focusRow(index === -1 ? openers.find(isInView) : openers[index + step])
}

/**
 * The opener of a row, if the row is rendered.
 *
 * @param id the row's id
 */
export function openerOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-row="${CSS.escape(id)}"] ${OPENER}`)
}

/** Focuses a row's opener and scrolls it into view. */
export function focusRow(opener: HTMLElement | null | undefined): void {
  if (!opener) return
  opener.focus({ preventScroll: true })
  showRow(opener)
}

/** Scrolls the row into view. */
export function showRow(opener: Element): void {
  rowOf(opener)?.scrollIntoView({ block: 'nearest' })
}

function rowOf(opener: Element): Element | null {
  return opener.closest(ROW)
}

function isInView(opener: Element): boolean {
  return opener.getBoundingClientRect().top >= 0
}
