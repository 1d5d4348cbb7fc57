import { useEffect, useState } from 'react'
import { sessionUsed } from '#base/client/lib/request.ts'
import { listenToTabs, notifyTabs } from '#features/access/client/tabs.ts'
import type { IdleState } from './idle-state.ts'
import { watchIdle, type Clock } from './idle-watch.ts'

const browserClock: Clock = {
  now: () => Date.now(),
  later: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** The idle state over all tabs of this browser. */
export function useIdle(idleTimeoutMs: number): IdleState {
  const [state, setState] = useState<IdleState>({ phase: 'active' })
  useEffect(() => {
    const watch = watchIdle(browserClock, idleTimeoutMs, setState)
    const endings = [
      watch.stop,
      sessionUsed.subscribe(() => {
        watch.used()
        notifyTabs({ kind: 'used' })
      }),
      listenToTabs(({ kind }) => {
        if (kind === 'used') watch.used()
      }),
      listenTo(document, 'visibilitychange', watch.look),
      listenTo(window, 'focus', watch.look),
    ]
    return () => {
      for (const end of endings) end()
    }
  }, [idleTimeoutMs])
  return state
}

function listenTo(target: EventTarget, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}
