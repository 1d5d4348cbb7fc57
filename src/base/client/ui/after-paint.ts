/**
 * Runs a callback in the frame after the next, once that is painted, or at once in a hidden tab, which does not paint.
 * @returns a function that cancels it
 */
export function afterPaint(run: () => void): () => void {
  if (document.hidden) {
    run()
    return () => {}
  }
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}
