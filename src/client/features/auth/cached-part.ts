import type { ComponentType } from 'react'
import { lazyPart, type LazyPart } from '#client/shared/shell/lazy-part.tsx'

/** A part that uses the cache of what was loaded. That comes with the first of them, beside its code. */
export function cachedPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  return lazyPart(async () => {
    const [{ withCache }, Part] = await Promise.all([import('./with-cache.tsx'), load()])
    return withCache(Part)
  })
}
