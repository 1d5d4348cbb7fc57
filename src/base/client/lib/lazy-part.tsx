import { lazy, useState, type ComponentType } from 'react'
import { savesData } from './connection.ts'

/** A component in its own chunk, such as a page, which can be preloaded. */
export type LazyPart<Props extends object = object> = {
  Part: ComponentType<Props>
  /** Fetches the code unless it is loaded; never fails, the rendered component reports errors. */
  preload: () => Promise<void>
}

/**
 * A component that is loaded when first shown, or earlier by `preload`. A loaded one renders at once: `React.lazy`
 * would show the fallback for a third of a second.
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
 * Runs a prefetch when the browser is idle, but not in data-saving mode.
 *
 * @returns a function that cancels it
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

/**
 * Preloads parts in order when idle.
 *
 * @returns a function that cancels those not started
 */
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
