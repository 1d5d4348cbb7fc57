import { createListeners } from '#client/ui/listeners.ts'

/** What is fetched by name, and told of as it comes, whoever asked for it. */
export interface CodeStore<Name, Code> {
  /** Null until it is here. */
  get: (name: Name) => Code | null
  /**
   * Fetches what is not here yet. Kept once alone, though several may wait for it.
   *
   * @throws whatever the loader throws; it is asked again the next time
   */
  load: (name: Name) => Promise<void>
  /** Returns what ends it. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Keeps what was fetched. A screen reads it by `useSyncExternalStore`: that asks once more when it begins to listen, so nothing
 * can come between the moment that it was drawn in and the one from which it hears.
 */
export function createCodeStore<Name extends string, Code>(
  loaders: Readonly<Record<Name, () => Promise<Code>>>,
): CodeStore<Name, Code> {
  const kept = new Map<Name, Code>()
  const changed = createListeners<void>()
  return {
    get: (name) => kept.get(name) ?? null,
    load: async (name) => {
      // Browsers take a task of their own to hand out even what they have: a save's answer would wait for that.
      if (kept.has(name)) return
      const code = await loaders[name]()
      if (kept.has(name)) return
      kept.set(name, code)
      changed.tell()
    },
    subscribe: changed.listen,
  }
}
