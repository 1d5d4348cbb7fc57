import { createListeners } from '#client/ui/listeners.ts'
import { movingItems, unfinishedItems } from './upload-queue.ts'
import type { UploadStore } from './upload-store.ts'

/** What there is to lose: files on their way, or else some that wait for their password. */
export type Unfinished = 'moving' | 'locked'

type Watched = Pick<UploadStore, 'getQueue' | 'subscribe'>

/*
 * What the queues of this page have left to do. While there is anything, the browser asks before the page is left: what
 * was not registered yet would be lost.
 */
const watched = new Set<Watched>()
let unfinished: Unfinished | null = null

/** Tells when what `unfinishedUploads` answers has changed. */
export const unfinishedChanged = createListeners<void>()

/** What would be lost if the page were left now. */
export function unfinishedUploads(): Unfinished | null {
  return unfinished
}

/** Counts the files of a queue in, from now on. */
export function watchUploads(queue: Watched): void {
  watched.add(queue)
  queue.subscribe(look)
}

/** The queues that were watched are done with. */
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
