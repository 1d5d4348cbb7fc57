/**
 * Runs something once the next frame is painted; at once where nothing is painted, in a tab that is not shown.
 *
 * @returns what calls it off
 */
export function afterPaint(run: () => void): () => void {
  if (document.hidden) {
    run()
    return () => {}
  }
  // A task after the frame's callbacks runs when the frame is painted.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', run)
  port1.start()
  const frame = requestAnimationFrame(() => port2.postMessage(null))
  return () => {
    cancelAnimationFrame(frame)
    port1.close()
  }
}
