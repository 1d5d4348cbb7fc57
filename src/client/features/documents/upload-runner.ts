import { isSentType } from '#domain/documents/file-types.ts'
import type { UploadMessage } from '#domain/documents/messages.ts'
import { detailOf } from '#client/shared/lib/api.ts'
import { identified } from './file-facts.ts'
import { fitFile, type Scale } from './fit-file.ts'
import type { sendFile } from './send-file.ts'
import { sortFiles } from './sort-files.ts'
import { toldFailure } from './told-failure.ts'
import { UploadFailure } from './upload-failure.ts'
import type { ClientKind } from '#domain/documents/kinds.ts'
import { uploadKinds } from './upload-kinds.ts'
import { movingItems, toBegin, unfinishedItems, type UploadItem } from './upload-queue.ts'
import { createUploadStore, type UploadStore } from './upload-store.ts'

/** What a runner works with. */
export interface RunnerParts {
  kind: ClientKind
  send: typeof sendFile
  scale: Scale
  /** Has the page show what was attached; the file's row stays until it is done. */
  onArrived: () => Promise<void>
  tell: (message: UploadMessage, variant: 'default' | 'destructive') => void
  /** Answers UUIDs. */
  newId: () => string
}

/** Sends the files of one kind, one after the other. It lives on when its screen is left. */
export interface UploadRunner extends Pick<UploadStore, 'getQueue' | 'subscribe'> {
  /** Takes files that were chosen or dropped; `present` of the kind are attached already. */
  choose: (files: readonly File[], present: number) => void
  /** Calls a file back, or takes a failed one off the list. */
  drop: (id: string) => void
  retry: (id: string) => void
  /** Tries a password on a file that asked for one. It is kept no longer than that takes. */
  unlock: (id: string, password: string) => void
  /** Calls back whatever is not done, and says which files that left behind. */
  stop: () => void
  /** Calls back whatever is not done, and answers which files that leaves behind: somebody will say so later. */
  abandon: () => string[]
}

export function createUploadRunner(parts: RunnerParts): UploadRunner {
  const { kind, tell } = parts
  const store = createUploadStore()
  const { getQueue, apply } = store
  const cancels = new Map<string, AbortController>()
  const passwords = new Map<string, string>()

  function beginNext(): void {
    const item = toBegin(getQueue())
    if (item !== undefined) {
      const cancel = new AbortController()
      cancels.set(item.id, cancel)
      // At once, so that nothing else begins with the same file.
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
    // One notification shows at a time: that something failed must not vanish behind what did not.
    if (failed === 0) tell(uploadKinds[kind].uploaded(arrived), 'default')
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
    unlock: (id, password) => {
      passwords.set(id, password)
      apply({ type: 'opening', id })
      beginNext()
    },
    stop: () => {
      // What is being registered has arrived, and may well be attached.
      const left = unfinishedItems(getQueue())
        .filter(({ step }) => step !== 'registering')
        .map(({ file }) => file.name)
      callAllBack()
      if (left.length > 0) {
        tell({ title: 'Upload cancelled', description: `Not uploaded: ${left.join(', ')}` }, 'destructive')
      }
    },
    abandon: () => {
      const left = unfinishedItems(getQueue()).map(({ file }) => file.name)
      callAllBack()
      return left
    },
  }
}

/** Which of some files are taken; the others are reported, each with its reason. */
function chosenOf({ kind, tell, newId }: RunnerParts, files: readonly File[], present: number) {
  const { admitted, refused } = sortFiles(kind, present, files)
  for (const refusal of refused) tell(refusal, 'destructive')
  return {
    type: 'chosen',
    files: admitted.map((file) => ({ id: newId(), file })),
    skipped: refused.map(({ description }) => description),
  } as const
}

/** Brings one file all the way to the application, and tells the queue how it gets on. Never throws. */
async function bring(
  { id, file: chosen, sentTo, password }: UploadItem & { password: string | undefined },
  signal: AbortSignal,
  { kind, send, scale, onArrived, tell }: RunnerParts,
  { apply }: UploadStore,
): Promise<void> {
  try {
    const fitted = await fitFile(kind, chosen, scale)
    if (signal.aborted) return
    if (fitted.file === null) {
      tell(fitted.refusal, 'destructive')
      apply({ type: 'skipped', id, note: fitted.refusal.description })
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
  } catch (error) {
    if (error instanceof UploadFailure && error.locked !== null) {
      const isFirst = error.locked === 'at once'
      apply({ type: 'locked', id, failure: isFirst ? null : detailOf(error.cause) })
      if (isFirst) tell(passwordNeeded(chosen.name), 'default')
      return
    }
    const told = toldFailure(kind, chosen.name, error)
    if (told === null) {
      apply({ type: 'dropped', id })
      return
    }
    apply({ type: 'failed', id, failure: told.plain, registerAgain: told.registerAgain })
    tell(told.message, 'destructive')
  }
}

const passwordNeeded = (fileName: string): UploadMessage => ({
  title: 'Password needed',
  description: `${fileName} needs a password. Please enter it next to the file.`,
})
