import { lazy, useState, type ComponentType } from 'react'

/** A page in a chunk of its own, which can be fetched before it is needed. */
export type LazyPage = {
  Page: ComponentType
  preload: () => void
}

/**
 * A page that is loaded when it is first shown, or before, by `preload`. One that is there already shows at once:
 * React would otherwise pass through the fallback, and hold it for a third of a second.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  const loadPage = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Later = lazy(loadPage)
  return {
    Page: function Page() {
      const [Shown] = useState<ComponentType>(() => loaded ?? Later)
      return <Shown />
    },
    preload: () => {
      // Whoever opens the page later sees the failure; fetching ahead is only a courtesy.
      loadPage().catch(() => undefined)
    },
  }
}

/** Runs when the browser has nothing better to do; the answer calls it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 3_000 })
  return () => cancelIdleCallback(handle)
}
