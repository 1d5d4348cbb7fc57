import { isSentType } from '#base/rules/files/file-types.ts'
import type { UploadMessage } from '#features/documents/rules/messages.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { identified } from './file-facts.ts'
import { fitFile, type Scale } from './fit-file.ts'
import type { sendFile } from './send-file.ts'
import { sortFiles } from './sort-files.ts'
import { describeFailure } from './describe-failure.ts'
import { UploadFailure } from './upload-failure.ts'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { uploadKinds } from './upload-kinds.ts'
import { movingItems, nextToStart, unfinishedItems, type UploadItem } from './upload-queue.ts'
import { createUploadStore, type UploadStore } from './upload-store.ts'

/** The dependencies of a runner. */
export interface RunnerParts {
  kind: ClientKind
  /** One file only: the next one takes the place of a failed one. */
  isSingle: boolean
  send: typeof sendFile
  scale: Scale
  /** Updates the page with what was attached; the file's row stays until that is done. */
  onArrived: () => Promise<void>
  notify: (message: UploadMessage, variant: 'default' | 'destructive') => void
  /** Generates UUIDs. */
  newId: () => string
}

/** Uploads the files of one kind, one after the other. It outlives its screen. */
export interface UploadRunner extends Pick<UploadStore, 'getQueue' | 'subscribe'> {
  /** Takes chosen or dropped files; `present` of the kind are attached already. */
  choose: (files: readonly File[], present: number) => void
  /** Cancels a file, or removes a failed one from the list. */
  drop: (id: string) => void
  retry: (id: string) => void
  /** Forgets what was wrong with earlier files: another one has arrived, or the page was left. */
  settle: (why: 'arrived' | 'left') => void
  /** Tries a password on a locked file. It is not stored. */
  unlock: (id: string, password: string) => void
  /** Cancels unfinished files and reports which were lost. */
  stop: () => void
  /** Cancels unfinished files and returns which were lost, to be reported later. */
  abandon: () => string[]
}

export function createUploadRunner(parts: RunnerParts): UploadRunner {
  const { kind, notify } = parts
  const store = createUploadStore()
  const { getQueue, apply } = store
  const cancels = new Map<string, AbortController>()
  const passwords = new Map<string, string>()

  function beginNext(): void {
    const item = nextToStart(getQueue())
    if (item !== undefined) {
      const cancel = new AbortController()
      cancels.set(item.id, cancel)
      // Synchronous, so that the file is not started twice.
      apply({ type: 'preparing', id: item.id })
      void run(item, cancel.signal)
    }
    announce()
  }

  async function run(item: UploadItem, signal: AbortSignal): Promise<void> {
    const password = passwords.get(item.id)
    passwords.delete(item.id)
    await bring({ ...item, password }, signal, parts, store)
    cancels.delete(item.id)
    beginNext()
  }

  function admit(files: readonly File[], present: number): void {
    apply(chosenOf(parts, files, present + movingItems(getQueue()).length))
    beginNext()
  }

  function announce(): void {
    const { arrived, failed } = getQueue()
    if (arrived + failed === 0 || movingItems(getQueue()).length > 0) return
    apply({ type: 'announced' })
    // One toast shows at a time: a success must not hide a failure.
    if (failed === 0) notify(uploadKinds[kind].uploaded(arrived), 'default')
  }

  function callBack(id: string): void {
    cancels.get(id)?.abort()
    passwords.delete(id)
    apply({ type: 'dropped', id })
  }

  function callAllBack(): void {
    for (const { id } of getQueue().items) callBack(id)
    apply({ type: 'announced' })
  }

  return {
    getQueue,
    subscribe: store.subscribe,
    choose: (files, present) => {
      if (files.every(({ type }) => isSentType(type))) admit(files, present)
      else void Promise.all(files.map(identified)).then((typed) => admit(typed, present))
    },
    drop: (id) => {
      callBack(id)
      beginNext()
    },
    retry: (id) => {
      apply({ type: 'retried', id })
      beginNext()
    },
    settle: (why) => apply(settledBy(why, parts)),
    unlock: (id, password) => {
      passwords.set(id, password)
      apply({ type: 'opening', id })
      beginNext()
    },
    stop: () => {
      // A file that is being registered has arrived and may be attached.
      const left = unfinishedItems(getQueue())
        .filter(({ step }) => step !== 'registering')
        .map(({ file }) => file.name)
      callAllBack()
      if (left.length > 0) {
        notify({ title: 'Upload cancelled', description: `Not uploaded: ${left.join(', ')}` }, 'destructive')
      }
    },
    abandon: () => {
      const left = unfinishedItems(getQueue()).map(({ file }) => file.name)
      callAllBack()
      return left
    },
  }
}

const settledBy = (why: 'arrived' | 'left', { isSingle }: RunnerParts) =>
  ({ type: 'settled', forgetsFailed: isSingle && why === 'arrived' }) as const

/** The admitted files; the others are reported with their reasons. */
function chosenOf({ kind, notify, newId }: RunnerParts, files: readonly File[], present: number) {
  const { admitted, refused } = sortFiles(kind, present, files)
  for (const rejection of refused) notify(rejection, 'destructive')
  return {
    type: 'chosen',
    files: admitted.map((file) => ({ id: newId(), file })),
    skipped: refused.map(({ description }) => description),
  } as const
}

/** Takes a file through all calls and reports its progress to the queue. Never throws. */
async function bring(
  { id, file: chosen, sentTo, password }: UploadItem & { password: string | undefined },
  signal: AbortSignal,
  { kind, isSingle, send, scale, onArrived, notify }: RunnerParts,
  { apply }: UploadStore,
): Promise<void> {
  try {
    const fitted = await fitFile(kind, chosen, scale)
    if (signal.aborted) return
    if (fitted.file === null) {
      notify(fitted.rejection, 'destructive')
      apply({ type: 'skipped', id, note: fitted.rejection.description })
      return
    }
    const { file, note } = fitted
    if (note !== null) apply({ type: 'prepared', id, file, note })
    apply({ type: 'sending', id })
    const onProgress = (share: number) => apply({ type: 'progressed', id, percent: Math.round(share * 100) })
    const onSent = (address: string) => apply({ type: 'sent', id, sentTo: address })
    await send({ kind, file, fileId: id, sentTo, password }, { signal, onProgress, onSent })
    await onArrived()
    apply({ type: 'arrived', id })
    if (isSingle) apply({ type: 'settled', forgetsFailed: true })
  } catch (error) {
    if (error instanceof UploadFailure && error.locked !== null) {
      const isFirst = error.locked === 'at once'
      apply({ type: 'locked', id, failure: isFirst ? null : detailOf(error.cause) })
      if (isFirst) notify(passwordNeeded(chosen.name), 'default')
      return
    }
    const report = describeFailure(kind, chosen.name, error)
    if (report === null) {
      apply({ type: 'dropped', id })
      return
    }
    const { plain: failure, registerAgain, isFinal } = report
    apply({ type: 'failed', id, failure, registerAgain, isFinal })
    notify(report.message, 'destructive')
  }
}

const passwordNeeded = (fileName: string): UploadMessage => ({
  title: 'Password needed',
  description: `${fileName} needs a password. Please enter it next to the file.`,
})
