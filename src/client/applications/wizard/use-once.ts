import { useRef, useState } from 'react'

/** Lets one thing be done at a time: a second press while the first one is being worked on does nothing. */
export function useOnce<Reason>() {
  const [busy, setBusy] = useState<Reason | null>(null)
  const working = useRef(false)
  const once = async (reason: Reason, work: () => Promise<void>) => {
    if (working.current) return
    working.current = true
    setBusy(reason)
    try {
      await work()
    } finally {
      working.current = false
      setBusy(null)
    }
  }
  return { busy, once }
}
