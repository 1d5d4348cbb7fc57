/**
 * Runs something in the frame after the next one, when that is painted for certain; at once where nothing is painted, in a
 * tab that is not shown.
 *
 * @returns what calls it off
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
