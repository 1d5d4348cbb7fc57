import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** What is being done at a time; what it answers is done at its end. */
export type Work = () => Promise<(() => void) | void>

/**
 * Lets one thing be done at a time: a second press while the first one is being worked on does nothing. What the work
 * answers happens in the very moment in which nobody is busy any more, so that the page that it leads to is drawn once.
 */
export function useOnce<Reason>() {
  const [busy, setBusy] = useState<Reason | null>(null)
  const working = useRef(false)
  const once = async (reason: Reason, work: Work) => {
    if (working.current) return
    working.current = true
    setBusy(reason)
    let finish: (() => void) | void
    try {
      finish = await work()
    } finally {
      working.current = false
      // At once: a frame of the spinner would come in between, which takes a slow processor as long as the page itself.
      flushSync(() => {
        setBusy(null)
        finish?.()
      })
    }
  }
  return { busy, once }
}
