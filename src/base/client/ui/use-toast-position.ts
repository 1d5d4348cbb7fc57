import { useLayoutEffect, type RefObject } from 'react'

/** Wider windows have toasts at the bottom right (specification section 2, "Notifications"). */
const PHONE = '(width < 40rem)'

/** What a toast never covers: the field in use and errors (decisions, "Toasts"). */
const ERRORS = '[role="alert"], [aria-invalid="true"], [data-error]'
const FIELDS = 'input, select, textarea, [contenteditable]'

/**
 * Positions the toasts: on a phone at the top, below the header, else at the bottom right; on the other side where they
 * would cover the field in use or an error.
 *
 * @param shown the id of the shown toast; null for none
 */
export function useToastPosition(area: RefObject<HTMLElement | null>, shown: number | null): void {
  useLayoutEffect(() => {
    if (shown === null) return undefined
    const position = () => {
      if (area.current !== null) positionToasts(area.current)
    }
    position()
    // The browser scrolls to the field after the event.
    let frame = 0
    const whenScrolled = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(position)
    }
    document.addEventListener('focusin', whenScrolled)
    window.addEventListener('resize', position)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', whenScrolled)
      window.removeEventListener('resize', position)
    }
  }, [area, shown])
}

function positionToasts(area: HTMLElement): void {
  const isPhone = matchMedia(PHONE).matches
  const top = { at: 'top', from: isPhone ? headerBottom() : 0 } as const
  const bottom = { at: 'bottom', from: window.innerHeight - area.offsetHeight } as const
  const sides = isPhone ? [top, bottom] : [bottom, top]
  const side = sides.find(({ from }) => !covers(area, from)) ?? sides[0]
  area.dataset['at'] = side?.at
  area.style.top = side === top ? `${top.from}px` : 'auto'
  area.style.bottom = side === top ? 'auto' : '0'
}

/** The bottom of the visible part of the page's header. */
function headerBottom(): number {
  return Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)
}

function covers(area: HTMLElement, from: number): boolean {
  const { left, right, height } = area.getBoundingClientRect()
  const field = document.activeElement?.matches(FIELDS) === true ? [document.activeElement] : []
  return [...field, ...document.querySelectorAll(ERRORS)].some((element) => {
    const box = element.getBoundingClientRect()
    const isShown = box.width > 0 && box.height > 0 && !area.contains(element)
    return isShown && box.top < from + height && box.bottom > from && box.left < right && box.right > left
  })
}
