import { useEffect } from 'react'
import { useLetterKeys } from './letter-keys.ts'

/** Marks what opens its row: a press anywhere on the row presses it, and the keys go from one to the next. */
export const opensRow = { 'data-opens': '' } as const

const OPENER = '[data-opens]'
const ROW = '[data-index]'
const OWN_PRESS = 'a, button, input, label, select, summary'

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

/** J goes to the next row, K to the one before, Enter opens it: the focus stands on what opens the row. */
export function useRowKeys(isOn: boolean): void {
  useLetterKeys(isOn, { j: () => move(1), k: () => move(-1) })
}

function move(step: 1 | -1): void {
  const openers = [...document.querySelectorAll<HTMLElement>(OPENER)]
  const place = openers.findIndex((one) => rowOf(one)?.contains(document.activeElement))
  focusRow(place === -1 ? openers.find(isInSight) : openers[place + step])
}

/** What opens a row, where the row is in the document. @param id the row's */
export function openerOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-row="${CSS.escape(id)}"] ${OPENER}`)
}

/** Gives the focus to what opens a row, and brings the row into sight. */
export function focusRow(opener: HTMLElement | null | undefined): void {
  if (!opener) return
  opener.focus({ preventScroll: true })
  showRow(opener)
}

/** Brings the row into sight. */
export function showRow(opener: Element): void {
  rowOf(opener)?.scrollIntoView({ block: 'nearest' })
}

function rowOf(opener: Element): Element | null {
  return opener.closest(ROW)
}

function isInSight(opener: Element): boolean {
  return opener.getBoundingClientRect().top >= 0
}
