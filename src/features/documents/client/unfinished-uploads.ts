import { createListeners } from '#base/client/ui/listeners.ts'
import { movingItems, unfinishedItems } from './upload-queue.ts'
import type { UploadStore } from './upload-store.ts'

/** Unfinished work: uploads, or else files that wait for a password. */
export type Unfinished = 'moving' | 'locked'

type Watched = Pick<UploadStore, 'getQueue' | 'subscribe'>

/*
 * The unfinished uploads of this page. While there are any, the browser asks before the page is left, since
 * unregistered files would be lost.
 */
const watched = new Set<Watched>()
let unfinished: Unfinished | null = null

/** Notifies when the result of `unfinishedUploads` changes. */
export const unfinishedChanged = createListeners<void>()

/** The work that leaving the page would lose. */
export function unfinishedUploads(): Unfinished | null {
  return unfinished
}

/** Watches a queue from now on. */
export function watchUploads(queue: Watched): void {
  watched.add(queue)
  queue.subscribe(look)
}

/** Stops watching all queues. */
export function forgetUploads(): void {
  watched.clear()
  look()
}

function look(): void {
  const before = unfinished
  const queues = [...watched].map(({ getQueue }) => getQueue())
  if (queues.some((queue) => movingItems(queue).length > 0)) unfinished = 'moving'
  else unfinished = queues.some((queue) => unfinishedItems(queue).length > 0) ? 'locked' : null
  if (unfinished === before) return
  if (before === null) window.addEventListener('beforeunload', askBeforeLeaving)
  if (unfinished === null) window.removeEventListener('beforeunload', askBeforeLeaving)
  unfinishedChanged.notify()
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
