import { lazy, useState, type ComponentType } from 'react'
import { savesData } from './line.ts'

/** A part of the application in a chunk of its own, which can be fetched before it is needed: a page above all. */
export type LazyPart<Props extends object = object> = {
  Part: ComponentType<Props>
  /** Fetches the code, if it is not here; never fails, whoever shows the part sees that. */
  preload: () => Promise<void>
}

/**
 * A part that is loaded when it is first shown, or before, by `preload`. One that is there already shows at once:
 * React would otherwise pass through the fallback, and hold it for a third of a second.
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const Later: ComponentType<Props> = lazy(loadPart)
  return {
    Part: function Part(props: Props) {
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later)
      return <Shown {...props} />
    },
    preload: () =>
      loadPart().then(
        () => undefined,
        () => undefined,
      ),
  }
}

/**
 * Runs what fetches something ahead when the browser has nothing better to do, and not at all where data is to be saved;
 * the answer calls it off.
 */
export function whenIdle(run: () => void): () => void {
  if (savesData()) return () => {}
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 3_000 })
  return () => cancelIdleCallback(handle)
}

/** Fetches parts in a quiet moment, one after the other in their order; the answer calls off what has not begun. */
export function preloadWhenIdle(parts: readonly Pick<LazyPart, 'preload'>[]): () => void {
  let wanted = true
  const preloadAll = async () => {
    for (const { preload } of parts) if (wanted) await preload()
  }
  const callOff = whenIdle(() => void preloadAll())
  return () => {
    wanted = false
    callOff()
  }
}
