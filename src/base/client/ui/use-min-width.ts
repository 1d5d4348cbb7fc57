import { useState, useSyncExternalStore } from 'react'

/**
 * Whether the window is at least so many `rem` wide. Counted in the current text size, which media queries ignore, so
 * that doubled text halves the available width.
 */
export function useMinWidth(rems: number): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => hasRems(rems),
    () => false,
  )
}

/**
 * The same, but stable while a modal dialog is open: a new layout would unmount the dialog and lose what was typed
 * there, or a password that is shown once.
 */
export function useStableMinWidth(rems: number): boolean {
  const [minWidth] = useState(() => createStableWidth(rems))
  return useSyncExternalStore(minWidth.watch, minWidth.matches, () => false)
}

function createStableWidth(rems: number) {
  let last: boolean | null = null
  return {
    watch: (notify: () => void) => {
      const end = watchWidth(notify)
      // The event does not bubble.
      document.addEventListener('close', notify, { capture: true })
      return () => {
        end()
        document.removeEventListener('close', notify, { capture: true })
      }
    },
    matches: () => {
      if (last === null || document.querySelector('dialog[open]') === null) last = hasRems(rems)
      return last
    },
  }
}

function hasRems(rems: number): boolean {
  return window.innerWidth >= rems * pixelsPerRem()
}

function pixelsPerRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/** Notifies when the window or the text size changes; the latter by an element that is 1 rem wide. */
function watchWidth(notify: () => void): () => void {
  const letter = document.createElement('div')
  letter.style.cssText = 'position: absolute; top: 0; width: 1rem; height: 0; visibility: hidden'
  document.body.append(letter)
  const watch = new ResizeObserver(notify)
  watch.observe(letter)
  window.addEventListener('resize', notify)
  return () => {
    watch.disconnect()
    window.removeEventListener('resize', notify)
    letter.remove()
  }
}
