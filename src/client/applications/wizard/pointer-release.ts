let pressed = false

function watch(): void {
  const options = { capture: true, passive: true } as const
  window.addEventListener('pointerdown', () => (pressed = true), options)
  for (const end of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(end, () => (pressed = false), options)
  }
}

let watching = false

/**
 * Runs something now, or once the pointer is released. Leaving a field by pressing a button must not move that button
 * from under the finger before the press becomes a click.
 */
export function whenReleased(run: () => void): void {
  if (!pressed) {
    run()
    return
  }
  // The click follows the release in the same turn; a timer waits for both.
  window.addEventListener('pointerup', () => setTimeout(run), { capture: true, once: true })
}

/** Begins to follow the pointer; once is enough for the page. */
export function watchPointer(): void {
  if (watching) return
  watching = true
  watch()
}
