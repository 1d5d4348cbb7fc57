/** The state of a file. `preparing` scales a photo down; a `locked` file was uploaded and waits for its password. */
export type UploadStep = 'waiting' | 'preparing' | 'sending' | 'registering' | 'locked' | 'failed'

/** A file in the queue. */
export interface UploadItem {
  /** A UUID that the file is registered with. */
  id: string
  file: File
  step: UploadStep
  /** Uploaded percent, from 0 to 100. */
  percent: number
  /** The address of the uploaded file, for a repeated registration. */
  sentTo: string | null
  /** Why it failed, or the last password was wrong. */
  failure: string | null
  /** Another attempt with this file would fail as well. */
  isFinal: boolean
  /** A password is being tried on the locked file. */
  opening: boolean
}

/** A note on chosen files. */
export interface QueueNote {
  /** Skipped or scaled down. */
  kind: 'skipped' | 'smaller'
  text: string
}

/** The uploads of one kind, and notes on the last chosen files. */
export interface UploadQueue {
  items: readonly UploadItem[]
  notes: readonly QueueNote[]
  /** Counts since the queue was last idle, reported together. */
  arrived: number
  failed: number
}

export type UploadEvent =
  | { type: 'chosen'; files: readonly { id: string; file: File }[]; skipped: readonly string[] }
  | { type: 'preparing'; id: string }
  | { type: 'prepared'; id: string; file: File; note: string }
  | { type: 'skipped'; id: string; note: string }
  | { type: 'sending'; id: string }
  | { type: 'progressed'; id: string; percent: number }
  | { type: 'sent'; id: string; sentTo: string }
  | { type: 'arrived'; id: string }
  | { type: 'failed'; id: string; failure: string; registerAgain: boolean; isFinal: boolean }
  | { type: 'locked'; id: string; failure: string | null }
  | { type: 'retried'; id: string }
  | { type: 'opening'; id: string }
  | { type: 'dropped'; id: string }
  | { type: 'announced' }
  | { type: 'settled'; forgetsFailed: boolean }

export const emptyQueue: UploadQueue = { items: [], notes: [], arrived: 0, failed: 0 }

const moving: Readonly<Record<UploadStep, boolean>> = {
  waiting: true,
  preparing: true,
  sending: true,
  registering: true,
  locked: false,
  failed: false,
}

/** Reduces an event. Events of dropped files change nothing. */
export function nextQueue(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case 'chosen':
      return {
        ...queue,
        notes: event.skipped.map((text) => ({ kind: 'skipped', text })),
        items: [...queue.items, ...event.files.map(newItem)],
      }
    case 'preparing':
      return withItem(queue, event.id, { step: 'preparing' })
    case 'prepared':
      return withNote(withItem(queue, event.id, { file: event.file }), event, 'smaller')
    case 'skipped':
      return withoutItem(withNote(queue, event, 'skipped'), event.id)
    case 'sending':
      return withItem(queue, event.id, { step: 'sending', percent: 0 })
    case 'progressed':
      return withItem(queue, event.id, { percent: event.percent })
    case 'sent':
      return withItem(queue, event.id, { step: 'registering', percent: 100, sentTo: event.sentTo })
    case 'arrived':
      return has(queue, event.id) ? { ...withoutItem(queue, event.id), arrived: queue.arrived + 1 } : queue
    case 'failed':
      return withFailure(queue, event)
    case 'locked':
      return withItem(queue, event.id, { step: 'locked', failure: event.failure, opening: false })
    case 'retried':
      return withItem(queue, event.id, { step: 'waiting', percent: 0, failure: null })
    case 'opening':
      return withItem(queue, event.id, { step: 'waiting', percent: 0, failure: null, opening: true })
    case 'dropped':
      return withoutItem(queue, event.id)
    case 'announced':
      return { ...queue, arrived: 0, failed: 0 }
    case 'settled':
      return {
        ...queue,
        notes: queue.notes.filter(({ kind }) => kind !== 'skipped'),
        items: queue.items.filter(({ step }) => !event.forgetsFailed || step !== 'failed'),
      }
  }
}

function newItem({ id, file }: { id: string; file: File }): UploadItem {
  return {
    id,
    file,
    step: 'waiting',
    percent: 0,
    sentTo: null,
    failure: null,
    isFinal: false,
    opening: false,
  }
}

function withItem(queue: UploadQueue, id: string, change: Partial<UploadItem>): UploadQueue {
  return { ...queue, items: queue.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
}

function withFailure(
  queue: UploadQueue,
  { id, failure, registerAgain, isFinal }: Extract<UploadEvent, { type: 'failed' }>,
): UploadQueue {
  if (!has(queue, id)) return queue
  const change = {
    step: 'failed',
    failure,
    isFinal,
    opening: false,
    ...(registerAgain ? {} : { sentTo: null }),
  } as const
  return { ...withItem(queue, id, change), failed: queue.failed + 1 }
}

function has(queue: UploadQueue, id: string): boolean {
  return queue.items.some((item) => item.id === id)
}

function withoutItem(queue: UploadQueue, id: string): UploadQueue {
  return { ...queue, items: queue.items.filter((item) => item.id !== id) }
}

function withNote(
  queue: UploadQueue,
  { id, note }: { id: string; note: string },
  kind: QueueNote['kind'],
): UploadQueue {
  return has(queue, id) ? { ...queue, notes: [...queue.notes, { kind, text: note }] } : queue
}

/** The files in progress: they count against their kind's limit. */
export function movingItems(queue: UploadQueue): UploadItem[] {
  return queue.items.filter(isMoving)
}

/** Whether a file is in progress. */
export function isMoving({ step }: UploadItem): boolean {
  return moving[step]
}

/** Files that leaving would lose: in progress, or waiting for a password. */
export function unfinishedItems(queue: UploadQueue): UploadItem[] {
  return queue.items.filter(({ step }) => moving[step] || step === 'locked')
}

/**
 * The next file to start, if any. One at a time, since they share one connection, and so that they keep the chosen
 * order.
 */
export function nextToStart(queue: UploadQueue): UploadItem | undefined {
  const moves = movingItems(queue)
  return moves.every((item) => item.step === 'waiting') ? moves[0] : undefined
}

/** Whether an upload can still be cancelled: once uploaded it may already be attached. */
export function canCancel(item: UploadItem): boolean {
  return moving[item.step] && item.step !== 'registering'
}
