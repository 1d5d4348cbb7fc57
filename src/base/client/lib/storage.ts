/** Texts by key, as a browser stores them. */
export interface StoredItems {
  getItem: (key: string) => string | null
  setItem: (key: string, text: string) => void
  removeItem: (key: string) => void
  keys: () => readonly string[]
}

/** Items in memory, for as long as the page lives. */
export function memoryItems(): StoredItems {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
    removeItem: (key) => void items.delete(key),
    keys: () => [...items.keys()],
  }
}

/**
 * Storage that never throws. If the browser refuses or has no space, items are kept in memory.
 *
 * @param open returns the browser's storage; reading that property throws if site data is blocked
 */
export function safeStorage(open: () => Storage): StoredItems {
  const memory = memoryItems()
  const ask = <Result>(access: (storage: Storage) => Result, refused: Result): Result => {
    try {
      return access(open())
    } catch {
      return refused
    }
  }
  const keysOf = (storage: Storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return {
    getItem: (key) => memory.getItem(key) ?? ask((storage) => storage.getItem(key), null),
    setItem: (key, text) => {
      const isStored = ask((storage) => {
        storage.setItem(key, text)
        return true
      }, false)
      if (isStored) memory.removeItem(key)
      else memory.setItem(key, text)
    },
    removeItem: (key) => {
      memory.removeItem(key)
      ask((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...new Set([...memory.keys(), ...ask(keysOf, [])])],
  }
}

/** Session storage, for this tab. */
export const tabStorage = safeStorage(() => sessionStorage)

/** Local storage, for every tab and visit. */
export const browserStorage = safeStorage(() => localStorage)
