import { useEffect, useEffectEvent, type RefObject } from 'react'

/** The total time in view after which a document counts as viewed. */
const VIEWED_MS = 10_000
const TICK_MS = 500
/** The visible share that counts as in view. */
const IN_VIEW = 0.5

/**
 * Calls back once the reader looks at a document: by pressing, scrolling or focusing it, or with half of it in view for ten
 * seconds in a visible window (docs/decisions/0138).
 *
 * @param waiting whether there is anything to wait for
 */
export function useViewed(ref: RefObject<HTMLElement | null>, waiting: boolean, onViewed: () => void): void {
  const markViewed = useEffectEvent(onViewed)
  useEffect(() => {
    const element = ref.current
    if (!waiting || element === null) return
    const stop = new AbortController()
    const { signal } = stop
    for (const name of ['pointerdown', 'wheel', 'focusin'] as const) {
      element.addEventListener(name, () => markViewed(), { signal, passive: true })
    }
    // Presses inside a frame are not reported, but the window loses the focus to it.
    const markViewedInFrame = () => {
      if (element.contains(document.activeElement)) markViewed()
    }
    window.addEventListener('blur', () => setTimeout(markViewedInFrame), { signal })
    let inView = false
    let seenMs = 0
    const observer = new IntersectionObserver(
      ([entry]) => (inView = (entry?.intersectionRatio ?? 0) >= IN_VIEW),
      { threshold: IN_VIEW },
    )
    observer.observe(element)
    const timer = setInterval(() => {
      if (inView && document.visibilityState === 'visible') seenMs += TICK_MS
      if (seenMs >= VIEWED_MS) markViewed()
    }, TICK_MS)
    return () => {
      stop.abort()
      observer.disconnect()
      clearInterval(timer)
    }
  }, [ref, waiting])
}
