/** A set of listeners that are notified of events. */
export interface Listeners<Event> {
  notify: (event: Event) => void
  /** @returns a function that removes the listener */
  subscribe: (listener: (event: Event) => void) => () => void
}

export function createListeners<Event>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    notify: (event) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
