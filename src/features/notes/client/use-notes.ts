import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import type { Note } from '#features/notes/api/notes.ts'
import { mentionedIn } from '#features/notes/rules/mentions.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { defineList, type LoadedPages } from '#base/client/lists/use-list.ts'
import { useStableList, type StableList } from '#base/client/lists/use-stable-list.ts'
import { noView } from '#base/client/lists/view.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { timelineKey } from '#features/review/client/status/use-status-change.ts'

const notesKey = (id: string) => ['notes', id] as const

/** The notes of an application, latest first: one page, however many. */
const notesList = (id: string) =>
  defineList<Note, object>({
    key: notesKey(id),
    view: noView,
    pageRows: 1,
    counts: [],
    load: async (_, _page, signal) => {
      const rows = await call('GET /api/admin/applications/{id}/notes', { params: { id }, signal })
      return { rows, total: rows.length, next: null }
    },
  })

/** The notes of an application; what others write is counted, and shown on request. */
export function useNotes(id: string): StableList<Note, object> {
  return useStableList(notesList(id))
}

/** Colleagues change rarely; the server checks access again. */
const COLLEAGUES_MS = 60_000

type Written = BodyOf<'POST /api/admin/applications/{id}/notes'>

/** Mails about notes do not contain the text, so the preview is refetched per mention, not per letter. */
export const PREVIEW_TEXT = 'A note'

const colleaguesQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}/colleagues', { params: { id } }),
  staleTime: COLLEAGUES_MS,
})

/** The colleagues that a note can mention; loaded when writing starts. */
export function useColleagues(id: string, isWriting: boolean) {
  return useQuery({ ...colleaguesQuery(id), enabled: isWriting })
}

/**
 * Parses the mentions of a text. Waits for the colleagues if they are not loaded, so that no mention is missed.
 *
 * @param mentioned users mentioned before, who may have lost access since
 */
function useMentionsOf(id: string, mentioned: Note['mentions'] = []) {
  const client = useQueryClient()
  return async (text: string) => {
    if (!text.includes('@')) return []
    // Stale names are fine: the server checks again.
    const people = await client.query({ ...colleaguesQuery(id), staleTime: 'static' })
    return mentionedIn(text, [...people, ...mentioned])
  }
}

/** Creates a note and notifies the mentioned users. */
export function useWriteNote(id: string) {
  const mentionsOf = useMentionsOf(id)
  return useNoteMutation(id, async (text: Omit<Written, 'mentions'>) =>
    callIdempotent('POST /api/admin/applications/{id}/notes', {
      params: { id },
      body: { ...text, mentions: await mentionsOf(text.text) },
    }),
  )
}

/** Edits an own note and notifies newly mentioned users. */
export function useEditNote(id: string, note: Note) {
  const { id: noteId, mentions: before } = note
  const mentionsOf = useMentionsOf(id, before)
  return useNoteMutation(id, async (text: string) =>
    call('PUT /api/admin/applications/{id}/notes/{noteId}', {
      params: { id, noteId },
      body: { text, mentions: await mentionsOf(text) },
      ifMatch: etagOf(note),
    }),
  )
}

/** The cached notes with a new or an edited one. */
function withNote({ pages, ...notes }: LoadedPages<Note>, note: Note): LoadedPages<Note> {
  return {
    ...notes,
    pages: pages.map(({ rows, ...page }) => {
      const isNew = rows.every((one) => one.id !== note.id)
      const changed = isNew ? [note, ...rows] : rows.map((one) => (one.id === note.id ? note : one))
      return { ...page, rows: changed, total: changed.length }
    }),
  }
}

function useNoteMutation<Given>(id: string, mutationFn: (given: Given) => Promise<Note>) {
  const client = useQueryClient()
  const queryKey = notesKey(id)
  return useMutation({
    mutationFn,
    onSuccess: (note) => {
      client.setQueriesData<LoadedPages<Note>>({ queryKey }, (notes) => notes && withNote(notes, note))
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Note not saved', description: detailOf(error) })
    },
    onSettled: () => {
      for (const key of [queryKey, timelineKey(id)]) void client.invalidateQueries({ queryKey: key })
    },
  })
}
