import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#domain/api/contract.ts'
import type { Note } from '#domain/api/notes.ts'
import { act } from '#client/lib/act.ts'
import { call, detailOf } from '#client/lib/api.ts'
import { queryFor } from '#client/lib/query-client.ts'
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

/** Writes a note. */
export function useWriteNote(id: string) {
  return useNoteAct(id, (body: Written) =>
    act('POST /api/admin/applications/{id}/notes', { params: { id }, body }),
  )
}

/** Whom a note of an application can mention: asked for once somebody writes. */
export function useColleagues(id: string, isWriting: boolean) {
  return useQuery({
    ...queryFor('GET /api/admin/applications/{id}/colleagues', { params: { id } }),
    enabled: isWriting,
    staleTime: COLLEAGUES_MS,
  })
}

/** Gives an own note other words. */
export function useEditNote(id: string, { id: noteId, version }: Note) {
  return useNoteAct(id, (body: BodyOf<'PUT /api/admin/applications/{id}/notes/{noteId}'>) =>
    call('PUT /api/admin/applications/{id}/notes/{noteId}', {
      params: { id, noteId },
      body,
      ifMatch: version,
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
