import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#domain/api/contract.ts'
import { etagOf } from '#domain/api/etag.ts'
import type { Note } from '#domain/api/notes.ts'
import { mentionedIn } from '#domain/notes/mentions.ts'
import { callIdempotent } from '#client/shared/lib/call-idempotent.ts'
import { call, detailOf } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import { timelineKey } from '../status/use-status-change.ts'

/** The notes of an application, always refetched, also on window focus, since others write too. */
const notesQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}/notes', { params: { id } }),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** The notes of an application, latest first; undefined until loaded. */
export function useNotes(id: string) {
  return useQuery(notesQuery(id))
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

function useNoteMutation<Given>(id: string, mutationFn: (given: Given) => Promise<Note>) {
  const client = useQueryClient()
  const { queryKey } = notesQuery(id)
  return useMutation({
    mutationFn,
    onSuccess: (note) => {
      client.setQueryData(queryKey, (notes) => {
        if (notes === undefined) return notes
        const isNew = notes.every((one) => one.id !== note.id)
        return isNew ? [note, ...notes] : notes.map((one) => (one.id === note.id ? note : one))
      })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Note not saved', description: detailOf(error) })
    },
    onSettled: () => {
      for (const key of [queryKey, timelineKey(id)]) void client.invalidateQueries({ queryKey: key })
    },
  })
}
