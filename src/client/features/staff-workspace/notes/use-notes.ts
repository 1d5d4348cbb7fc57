import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#domain/api/contract.ts'
import { etagOf } from '#domain/api/etag.ts'
import type { Note } from '#domain/api/notes.ts'
import { mentionedIn } from '#domain/notes/mentions.ts'
import { act } from '#client/shared/lib/act.ts'
import { call, detailOf } from '#client/shared/lib/api.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import { timelineKey } from '../status/use-status-change.ts'

/** The notes of an application, asked for anew each time, also when somebody comes back to the window: others write too. */
const notesQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}/notes', { params: { id } }),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** The notes of an application, the latest first; undefined until they are here. */
export function useNotes(id: string) {
  return useQuery(notesQuery(id))
}

/** People come and go seldom; the server looks again who reaches the application. */
const COLLEAGUES_MS = 60_000

type Written = BodyOf<'POST /api/admin/applications/{id}/notes'>

/** Mails about notes do not say what a note says: they are seen once for whom it mentions, not for each letter. */
export const WORDS_AHEAD = 'A note'

const colleaguesQuery = (id: string) => ({
  ...queryFor('GET /api/admin/applications/{id}/colleagues', { params: { id } }),
  staleTime: COLLEAGUES_MS,
})

/** Whom a note of an application can mention: asked for once somebody writes. */
export function useColleagues(id: string, isWriting: boolean) {
  return useQuery({ ...colleaguesQuery(id), enabled: isWriting })
}

/**
 * Reads whom words mention. Whoever sends them before the names are here waits for those: nobody is left untold.
 *
 * @param mentioned whom the words mentioned before: they may have lost the application since
 */
function useMentionsOf(id: string, mentioned: Note['mentions'] = []) {
  const client = useQueryClient()
  return async (text: string) => {
    if (!text.includes('@')) return []
    // Names that were read are good, however long ago: the server looks again.
    const people = await client.query({ ...colleaguesQuery(id), staleTime: 'static' })
    return mentionedIn(text, [...people, ...mentioned])
  }
}

/** Writes a note, and tells whom it mentions. */
export function useWriteNote(id: string) {
  const mentionsOf = useMentionsOf(id)
  return useNoteAct(id, async (words: Omit<Written, 'mentions'>) =>
    act('POST /api/admin/applications/{id}/notes', {
      params: { id },
      body: { ...words, mentions: await mentionsOf(words.text) },
    }),
  )
}

/** Gives an own note other words, and tells whom they mention anew. */
export function useEditNote(id: string, note: Note) {
  const { id: noteId, mentions: before } = note
  const mentionsOf = useMentionsOf(id, before)
  return useNoteAct(id, async (text: string) =>
    call('PUT /api/admin/applications/{id}/notes/{noteId}', {
      params: { id, noteId },
      body: { text, mentions: await mentionsOf(text) },
      ifMatch: etagOf(note),
    }),
  )
}

function useNoteAct<Given>(id: string, mutationFn: (given: Given) => Promise<Note>) {
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
