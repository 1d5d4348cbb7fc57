const ENDINGS = ['pointerup', 'pointercancel'] as const

let pressed = false
let watching = false

/** Starts to follow the pointer; called once per page. */
export function watchPointer(): void {
  if (watching) return
  watching = true
  window.addEventListener('pointerdown', () => (pressed = true), { capture: true })
  for (const ending of ENDINGS) window.addEventListener(ending, () => (pressed = false), { capture: true })
}

/**
 * Runs a callback now, or once the pointer is released. Otherwise, leaving a field by pressing a button could move that
 * button before the press becomes a click.
 */
export function whenReleased(run: () => void): void {
  if (!pressed) {
    run()
    return
  }
  const waiting = new AbortController()
  const released = () => {
    waiting.abort()
    // The click follows the release in the same task; a timer waits for both.
    setTimeout(run)
  }
  for (const ending of ENDINGS) {
    window.addEventListener(ending, released, { capture: true, signal: waiting.signal })
  }
}
