import { createStore } from '#base/client/ui/store.ts'
import { emptyQueue, nextQueue, type UploadEvent, type UploadQueue } from './upload-queue.ts'

/** Stores a queue and notifies of changes. */
export interface UploadStore {
  getQueue: () => UploadQueue
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
  apply: (event: UploadEvent) => void
}

export function createUploadStore(): UploadStore {
  const { get: getQueue, set, subscribe } = createStore(emptyQueue)
  return { getQueue, subscribe, apply: (event) => set(nextQueue(getQueue(), event)) }
}
