import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A page in a chunk of its own, which can be fetched before it is needed. */
export type LazyPage = {
  Page: LazyExoticComponent<ComponentType>
  preload: () => void
}

/** Loads a page when it is first shown or preloaded, whichever comes first. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const loadModule = async () => ({ default: await load() })
  return {
    Page: lazy(loadModule),
    preload: () => {
      // Whoever opens the page later sees the failure; fetching ahead is only a courtesy.
      loadModule().catch(() => undefined)
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
