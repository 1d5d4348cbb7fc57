import type { ComponentType } from 'react'
import { lazyPart, type LazyPart } from '#base/client/lib/lazy-part.tsx'

/** A lazy part that uses the query cache, which is loaded with the first such part. */
export function cachedPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  return lazyPart(async () => {
    const [{ withCache }, Part] = await Promise.all([import('./with-cache.tsx'), load()])
    return withCache(Part)
  })
}
