import { createContext, use, useMemo, type ReactNode } from 'react'
import type { Note } from '#features/notes/api/notes.ts'
import type { NoteSubject } from '#features/notes/rules/notes.ts'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'
import type { StableList } from '#base/client/lists/use-stable-list.ts'
import { useNotes } from './use-notes.ts'

/** The subject of notes and its label. */
export interface NoteTopic {
  subject: NoteSubject
  label: string
}

interface NotesContextValue {
  /** The subject of the next note. */
  about: NoteTopic
  setAbout: (about: NoteTopic) => void
}

const NotesContext = createContext<NotesContextValue | null>(null)
/** Apart from the other one: it changes with each request. */
const NotesListContext = createContext<StableList<Note, object> | null>(null)

/** The application as a whole. */
export const WHOLE_APPLICATION: NoteTopic = { subject: { kind: 'application' }, label: 'The application' }

/** The notes of an application, and what the next one is about. */
export function NotesProvider({ id, children }: { id: string; children: ReactNode }) {
  const notes = useNotes(id)
  const [stored, keep] = useNoteDraft(`about/${id}`)
  const here = useMemo(() => {
    const setAbout = (chosen: NoteTopic) =>
      keep(chosen.subject.kind === 'application' ? '' : JSON.stringify(chosen))
    return { about: readNoteTopic(stored), setAbout }
  }, [stored, keep])
  return (
    <NotesListContext value={notes}>
      <NotesContext value={here}>{children}</NotesContext>
    </NotesListContext>
  )
}

/** The choice before a reload, from session storage. */
function readNoteTopic(stored: string): NoteTopic {
  return stored === '' ? WHOLE_APPLICATION : (JSON.parse(stored) as NoteTopic)
}

/** @throws Error outside of {@link NotesProvider} */
export function useNotesContext(): NotesContextValue {
  const here = use(NotesContext)
  if (here === null) throw new Error('No notes here yet.')
  return here
}

/** @throws Error outside of {@link NotesProvider} */
export function useNotesList(): StableList<Note, object> {
  const list = use(NotesListContext)
  if (list === null) throw new Error('No notes here yet.')
  return list
}
