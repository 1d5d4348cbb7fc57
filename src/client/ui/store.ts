import { createListeners } from './listeners.ts'

/** A value that changes, and tells whoever listens (for `useSyncExternalStore`). */
export interface Store<Value> {
  get: () => Value
  set: (value: Value) => void
  /** Sets it and tells nobody: for what is followed by something that is told. */
  setSilently: (value: Value) => void
  /** Returns what ends it. */
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  const { tell, listen } = createListeners<void>()
  let value = first
  return {
    get: () => value,
    set: (next) => {
      value = next
      tell()
    },
    setSilently: (next) => {
      value = next
    },
    subscribe: listen,
  }
}
