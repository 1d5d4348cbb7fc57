import { emptyQueue, nextQueue, type UploadEvent, type UploadQueue } from './upload-queue.ts'

/** Keeps a queue and tells of its changes. */
export interface UploadStore {
  getQueue: () => UploadQueue
  /** Returns what ends it. */
  subscribe: (listener: () => void) => () => void
  apply: (event: UploadEvent) => void
}

export function createUploadStore(): UploadStore {
  let queue = emptyQueue
  const listeners = new Set<() => void>()
  return {
    getQueue: () => queue,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    apply: (event) => {
      queue = nextQueue(queue, event)
      for (const listener of listeners) listener()
    },
  }
}
