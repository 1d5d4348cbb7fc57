import { startTransition, useEffect, useState } from 'react'

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

/**
 * A value that is handed on once the page is painted: what hangs on it does not hold up what changed with it. React's own
 * deferred values may be drawn before the browser gets round to painting.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [handedOn, handOn] = useState(() => value)
  useEffect(() => {
    if (value === handedOn) return undefined
    return afterPaint(() => startTransition(() => handOn(() => value)))
  }, [value, handedOn])
  return handedOn
}
