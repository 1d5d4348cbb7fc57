import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Pack } from '#features/due-diligence/api/due-diligence.ts'
import { sameValue } from '#features/applications/rules/wizard/same-answer.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { addressOf, ApiError, call } from '#base/client/lib/api.ts'
import { request } from '#base/client/lib/request.ts'
import { retryWhenOnline } from '#base/client/lib/retry-when-online.ts'
import { createStore, type Store } from '#base/client/ui/store.ts'
import { packQuery } from './use-pack.ts'

/** A task's draft as the API takes it. */
export type Draft = Record<string, unknown>

/** Saves run one after the other: each begins from the version that the one before it stored. */
let last: Promise<unknown> = Promise.resolve()

/** Resolves when no save is running any more. */
export const savesDone = () => last.catch(() => undefined)

const taskIn = (pack: Pack, task: TaskName) => pack.tasks.find((one) => one.task === task)

/** The ETag of a task as this page knows it, or will know it after `ahead` further saves. */
function tagOf(client: QueryClient, task: TaskName, ahead = 0): string {
  const pack = client.getQueryData(packQuery.queryKey)
  const version = (pack && taskIn(pack, task)?.version) ?? 0
  return etagOf({ id: pack?.applicationId ?? '', version: version + ahead })
}

/**
 * Stores a task's draft. Files that arrived meanwhile also count as changes, and so does a save that this tab sent as its
 * page was reloaded: then it is sent once more.
 *
 * @param options.isOwn whether this tab sent a stored draft before
 */
export async function putDraft(
  client: QueryClient,
  task: TaskName,
  draft: Draft,
  { isOwn, ...query }: { changed?: '1'; isOwn?: OnScreen['isOwn'] } = {},
): Promise<Pack> {
  const send = async () => {
    const ifMatch = tagOf(client, task)
    await client.cancelQueries({ queryKey: packQuery.queryKey })
    return call('PUT /api/application/pack/{task}', { params: { task }, body: draft, query, ifMatch })
  }
  const before = client.getQueryData(packQuery.queryKey)
  try {
    return store(client, await retryWhenOnline(send))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error
    const now = await client.query(packQuery)
    const [known, stored] = [before && taskIn(before, task)?.content, taskIn(now, task)?.content]
    if (!sameValue(stored, known) && !sameValue(stored, draft) && isOwn?.(stored) !== true) throw error
    return store(client, await send())
  }
}

function store(client: QueryClient, pack: Pack): Pack {
  client.setQueryData(packQuery.queryKey, pack)
  return pack
}

export type SaveState =
  | { kind: 'none' | 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'failed'; error: ApiError }

export interface DraftSaver extends Pick<Store<SaveState>, 'get' | 'subscribe'> {
  /** Saves what is on the screen. A draft that did not change is sent only with `always`. */
  save: (options?: { always?: boolean }) => Promise<void>
  /** Saves as the browser closes the page: the request outlives it. */
  saveOnUnload: () => void
}

interface OnScreen {
  /** The draft as it is on the screen. */
  read: () => Draft
  /** Called with each draft before it is sent. */
  onSend: (draft: Draft) => void
  /** Whether this tab sent a draft before, as it is stored. */
  isOwn: (stored: unknown) => boolean
}

function createDraftSaver(
  client: QueryClient,
  task: TaskName,
  { read, onSend, isOwn }: OnScreen,
): DraftSaver {
  const { get, set, subscribe } = createStore<SaveState>({ kind: 'none' })
  let saved = read()
  const saveNow = async (always: boolean) => {
    const draft = read()
    if (!always && sameValue(draft, saved)) return
    set({ kind: 'saving' })
    onSend(draft)
    try {
      await putDraft(client, task, draft, { isOwn })
      saved = draft
      set({ kind: 'saved', at: new Date() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Another window's version is shown next, and not overwritten as this one is left.
      if (error.status === 412) saved = draft
      set({ kind: 'failed', error })
      throw error
    }
  }
  return {
    get,
    subscribe,
    save: ({ always = false } = {}) => {
      const saving = savesDone().then(() => saveNow(always))
      last = saving
      return saving
    },
    saveOnUnload: () => {
      const draft = read()
      if (sameValue(draft, saved)) return
      saved = draft
      onSend(draft)
      // The save that is running may be stored before this one.
      const seen = get().kind === 'saving' ? [0, 1] : [0]
      void request(addressOf('/api/application/pack/{task}', { task }), {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          'if-match': seen.map((ahead) => tagOf(client, task, ahead)).join(', '),
        },
        body: JSON.stringify(draft),
        keepalive: true,
      }).catch(() => undefined)
    },
  }
}

/**
 * Saves a draft when `save` is called, when the page is left, and when the browser closes it.
 *
 * @param screen those of the first render are used
 */
export function useDraftSaving(task: TaskName, screen: OnScreen) {
  const client = useQueryClient()
  const [saver] = useState(() => createDraftSaver(client, task, screen))
  const state = useSyncExternalStore(saver.subscribe, saver.get)
  useEffect(() => {
    window.addEventListener('pagehide', saver.saveOnUnload)
    return () => {
      window.removeEventListener('pagehide', saver.saveOnUnload)
      saver.save().catch(() => undefined)
    }
  }, [saver])
  return { save: saver.save, state }
}
