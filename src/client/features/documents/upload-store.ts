import { createStore } from '#client/ui/store.ts'
import { emptyQueue, nextQueue, type UploadEvent, type UploadQueue } from './upload-queue.ts'

/** Keeps a queue and tells of its changes. */
export interface UploadStore {
  getQueue: () => UploadQueue
  /** Returns what ends it. */
  subscribe: (listener: () => void) => () => void
  apply: (event: UploadEvent) => void
}

export function createUploadStore(): UploadStore {
  const { get: getQueue, set, subscribe } = createStore(emptyQueue)
  return { getQueue, subscribe, apply: (event) => set(nextQueue(getQueue(), event)) }
}
