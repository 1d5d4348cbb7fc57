import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Whether the first render is painted: content below the fold is rendered after it, so that typing is not delayed. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}
