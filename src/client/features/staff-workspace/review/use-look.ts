import { useEffect, useEffectEvent, type RefObject } from 'react'

/** How long a document is in view, in all, until it counts as looked at. */
const LOOK_MS = 10_000
const TICK_MS = 500
/** So much of it is in view. */
const IN_VIEW = 0.5

/**
 * Calls back once the reader looks at a document: by pressing, scrolling or focusing it, or with half of it in view for ten
 * seconds in a visible window (docs/decisions/0138).
 *
 * @param waiting whether there is anything to wait for
 */
export function useLook(ref: RefObject<HTMLElement | null>, waiting: boolean, onLook: () => void): void {
  const look = useEffectEvent(onLook)
  useEffect(() => {
    const element = ref.current
    if (!waiting || element === null) return
    const stop = new AbortController()
    const { signal } = stop
    for (const name of ['pointerdown', 'wheel', 'focusin'] as const) {
      element.addEventListener(name, () => look(), { signal, passive: true })
    }
    // Presses inside a frame are not reported: the window loses the focus to it.
    const lookInFrame = () => {
      if (element.contains(document.activeElement)) look()
    }
    window.addEventListener('blur', () => setTimeout(lookInFrame), { signal })
    let inView = false
    let seenMs = 0
    const observer = new IntersectionObserver(
      ([entry]) => (inView = (entry?.intersectionRatio ?? 0) >= IN_VIEW),
      { threshold: IN_VIEW },
    )
    observer.observe(element)
    const timer = setInterval(() => {
      if (inView && document.visibilityState === 'visible') seenMs += TICK_MS
      if (seenMs >= LOOK_MS) look()
    }, TICK_MS)
    return () => {
      stop.abort()
      observer.disconnect()
      clearInterval(timer)
    }
  }, [ref, waiting])
}
