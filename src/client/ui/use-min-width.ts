import { useState, useSyncExternalStore } from 'react'

/**
 * Whether the window is so many `rem` wide, kept up to date: for what cannot be arranged by style alone. Counted in the text as it is,
 * which a media query does not know of: whoever makes text twice as large has half the room.
 */
export function useRoom(rems: number): boolean {
  return useSyncExternalStore(
    watchRoom,
    () => hasRoomFor(rems),
    () => false,
  )
}

/**
 * The same for what modal dialogs are opened from: it is not rearranged below one, which would go with what it was opened from, and
 * with it what was typed there, or a password that is shown once.
 */
export function useSettledRoom(rems: number): boolean {
  const [room] = useState(() => settledRoom(rems))
  return useSyncExternalStore(room.watch, room.has, () => false)
}

function settledRoom(rems: number) {
  let last: boolean | null = null
  return {
    watch: (tell: () => void) => {
      const end = watchRoom(tell)
      // It does not bubble.
      document.addEventListener('close', tell, { capture: true })
      return () => {
        end()
        document.removeEventListener('close', tell, { capture: true })
      }
    },
    has: () => {
      if (last === null || document.querySelector('dialog[open]') === null) last = hasRoomFor(rems)
      return last
    },
  }
}

function hasRoomFor(rems: number): boolean {
  return window.innerWidth >= rems * pixelsPerRem()
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
