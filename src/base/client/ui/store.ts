import { createListeners } from './listeners.ts'

/** A value with listeners (for `useSyncExternalStore`). */
export interface Store<Value> {
  get: () => Value
  set: (value: Value) => void
  /** Sets it without notifying listeners, for callers that notify later. */
  setSilently: (value: Value) => void
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  const { notify, subscribe } = createListeners<void>()
  let value = first
  return {
    get: () => value,
    set: (next) => {
      value = next
      notify()
    },
    setSilently: (next) => {
      value = next
    },
    subscribe,
  }
}
