const ENDINGS = ['pointerup', 'pointercancel'] as const

let pressed = false
let watching = false

/** Begins to follow the pointer; once is enough for the page. */
export function watchPointer(): void {
  if (watching) return
  watching = true
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true })
  for (const ending of ENDINGS) window.addEventListener(ending, () => (pressed = false), { capture: true })
}

/**
 * Runs something now, or once the pointer is released. Leaving a field by pressing a button must not move that button
 * from under the finger before the press becomes a click.
 */
export function whenReleased(run: () => void): void {
  if (!pressed) {
    run()
    return
  }
  const waiting = new AbortController()
  const released = () => {
    waiting.abort()
    // The click follows the release in the same turn; a timer waits for both.
    setTimeout(run)
  }
  for (const ending of ENDINGS) {
    window.addEventListener(ending, released, { capture: true, signal: waiting.signal })
  }
}
