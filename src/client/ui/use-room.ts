import { useSyncExternalStore } from 'react'

/**
 * Whether the window is so many `rem` wide, kept up to date: for what cannot be arranged by style alone. Counted in the text as it is,
 * which a media query does not know of: whoever makes text twice as large has half the room.
 */
export function useRoom(rems: number): boolean {
  return useSyncExternalStore(
    watchRoom,
    () => window.innerWidth >= rems * pixelsPerRem(),
    () => false,
  )
}

function pixelsPerRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/** Tells of a window that changes, and of text that does: something that is as wide as a letter is watched. */
function watchRoom(tell: () => void): () => void {
  const letter = document.createElement('div')
  letter.style.cssText = 'position: absolute; top: 0; width: 1rem; height: 0; visibility: hidden'
  document.body.append(letter)
  const watch = new ResizeObserver(tell)
  watch.observe(letter)
  window.addEventListener('resize', tell)
  return () => {
    watch.disconnect()
    window.removeEventListener('resize', tell)
    letter.remove()
  }
}
