import { documentKinds } from '#domain/documents/kinds.ts'
import { refusalOfFile, type UploadMessage } from '#domain/documents/messages.ts'
import { detailOf, isAbort } from '#client/lib/api.ts'
import { formatFileSize } from '#client/ui/file-size.ts'
import { contentTypeOf } from './file-facts.ts'
import { needsScaling, sortFiles } from './sort-files.ts'
import type { sendFile } from './send-file.ts'
import { UploadFailure } from './upload-failure.ts'
import { uploadKinds, type ClientKind } from './upload-kinds.ts'
import {
  emptyQueue,
  movingItems,
  nextQueue,
  toBegin,
  type UploadEvent,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts'

/** What a runner works with. */
export interface RunnerParts {
  kind: ClientKind
  send: typeof sendFile
  scale: (file: File, maxBytes: number) => Promise<File | null>
  /** Has the page show what was attached; the file's row stays until it is done. */
  onArrived: () => Promise<void>
  tell: (message: UploadMessage, variant: 'default' | 'destructive') => void
  /** Answers UUIDs. */
  newId: () => string
  /** Is around each file for as long as it moves. */
  guard: (run: () => Promise<void>) => Promise<void>
}

/** Sends the files of one kind, a few at a time. It lives on when its screen is left. */
export interface UploadRunner {
  getQueue: () => UploadQueue
  /** Returns what ends it. */
  subscribe: (listener: () => void) => () => void
  /** Takes files that were chosen or dropped; `present` of the kind are attached already. */
  choose: (files: readonly File[], present: number) => void
  /** Calls a file back, or takes a failed one off the list. */
  drop: (id: string) => void
  retry: (id: string) => void
  /** Calls back whatever is on its way. */
  stop: () => void
}

export function createUploadRunner(parts: RunnerParts): UploadRunner {
  const { kind, send, scale, onArrived, tell, newId, guard } = parts
  let queue = emptyQueue
  const listeners = new Set<() => void>()
  const cancels = new Map<string, AbortController>()
  const words = uploadKinds[kind]
  const { maxBytes } = documentKinds[kind]

  function apply(event: UploadEvent): void {
    queue = nextQueue(queue, event)
    for (const listener of listeners) listener()
  }

  function beginNext(): void {
    for (const item of toBegin(queue)) void guard(() => run(item))
    if (movingItems(queue).length > 0) return
    const { arrived, failed } = queue
    if (arrived === 0 && failed === 0) return
    apply({ type: 'announced' })
    // One notification shows at a time: that something failed must not vanish behind what did not.
    if (failed === 0) tell(words.uploaded(arrived), 'default')
  }

  async function run(item: UploadItem): Promise<void> {
    const { id } = item
    const cancel = new AbortController()
    cancels.set(id, cancel)
    // At once, so that nothing else begins with the same file.
    apply({ type: 'preparing', id })
    try {
      const file = await fitting(item)
      if (file === null) return
      apply({ type: 'sending', id })
      await send(
        { kind, file, fileId: id, sentTo: item.sentTo },
        {
          signal: cancel.signal,
          onProgress: (share) => apply({ type: 'progressed', id, percent: Math.round(share * 100) }),
          onSent: (sentTo) => apply({ type: 'sent', id, sentTo }),
        },
      )
      await onArrived()
      apply({ type: 'arrived', id })
    } catch (error) {
      fail(item, error)
    } finally {
      cancels.delete(id)
      beginNext()
    }
  }

  /** The file as it can be sent, a photograph made smaller where it must be; null where it cannot be. */
  async function fitting({ id, file }: UploadItem): Promise<File | null> {
    if (!needsScaling(kind, file)) return file
    const smaller = await scale(file, maxBytes)
    if (!queue.items.some((item) => item.id === id)) return null
    const refusal = smaller === null ? refusalOfFile(kind, file) : null
    if (smaller === null || refusal !== null) {
      if (refusal !== null) tell(refusal, 'destructive')
      apply({ type: 'skipped', id, note: refusal?.description ?? `${file.name} could not be opened.` })
      return null
    }
    const sizes = `${formatFileSize(file.size)} to ${formatFileSize(smaller.size)}`
    apply({ type: 'prepared', id, file: smaller, note: `${file.name} was made smaller to fit (${sizes}).` })
    return smaller
  }

  function fail({ id, file }: UploadItem, error: unknown): void {
    if (isAbort(error)) return
    if (!(error instanceof UploadFailure)) {
      const message = error instanceof Error ? error.message : String(error)
      apply({ type: 'failed', id, failure: message, registerAgain: false })
      tell({ title: 'Upload failed', description: message }, 'destructive')
      return
    }
    if (error.signedOut) {
      apply({ type: 'dropped', id })
      return
    }
    apply({ type: 'failed', id, failure: detailOf(error.cause), registerAgain: error.mayHaveArrived })
    tell(words.failed(error, file.name), 'destructive')
  }

  function callBack(id: string): void {
    cancels.get(id)?.abort()
    apply({ type: 'dropped', id })
  }

  return {
    getQueue: () => queue,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    choose: (files, present) => {
      const { admitted, refused } = sortFiles(kind, present + movingItems(queue).length, files)
      for (const refusal of refused) tell(refusal, 'destructive')
      apply({
        type: 'chosen',
        files: admitted.map((file) => ({ id: newId(), file: typed(file) })),
        notes: refused.map(({ description }) => description),
      })
      beginNext()
    },
    drop: (id) => {
      callBack(id)
      beginNext()
    },
    retry: (id) => {
      apply({ type: 'retried', id })
      beginNext()
    },
    stop: () => {
      for (const { id } of queue.items) callBack(id)
    },
  }
}

/** A file whose type its browser did not tell, or called by another name, gets the proper one. */
function typed(file: File): File {
  const type = contentTypeOf(file)
  return type === file.type ? file : new File([file], file.name, { type })
}
