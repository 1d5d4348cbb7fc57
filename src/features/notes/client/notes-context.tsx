import { clsx } from 'clsx'
import { MessageSquareText } from 'lucide-react'
import { createContext, use, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import type { Note } from '#features/notes/api/notes.ts'
import type { NoteSubject } from '#features/notes/rules/notes.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'
import type { StableList } from '#base/client/lists/use-stable-list.ts'
import { useNotes } from './use-notes.ts'

/** The subject of notes and its label. */
export interface NoteTopic {
  subject: NoteSubject
  label: string
}

interface NotesContextValue {
  notes: readonly Note[]
  /** The subject of the next note. */
  about: NoteTopic
  setAbout: (about: NoteTopic) => void
  /** The text area of a new note. */
  field: RefObject<HTMLTextAreaElement | null>
}

const NotesContext = createContext<NotesContextValue | null>(null)
/** Apart from the other one: it changes with each request. */
const NotesListContext = createContext<StableList<Note, object> | null>(null)

/** The application as a whole. */
export const WHOLE_APPLICATION: NoteTopic = { subject: { kind: 'application' }, label: 'The application' }

/** Gives answers and documents below it a button that writes a note about them. */
export function NotesProvider({ id, children }: { id: string; children: ReactNode }) {
  const notes = useNotes(id)
  const [stored, keep] = useNoteDraft(`about/${id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const { rows } = notes.list
  const here = useMemo(() => {
    const setAbout = (chosen: NoteTopic) =>
      keep(chosen.subject.kind === 'application' ? '' : JSON.stringify(chosen))
    return { notes: rows, about: readNoteTopic(stored), setAbout, field }
  }, [rows, stored, keep])
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

function isSame(one: NoteSubject, other: NoteSubject): boolean {
  if (one.kind === 'answer') return other.kind === 'answer' && one.path === other.path
  if (one.kind === 'document') return other.kind === 'document' && one.documentId === other.documentId
  return other.kind === 'application'
}

/** Starts a note about this and shows the number of notes. Renders nothing without notes. */
export function NoteButton({ subject, label }: NoteTopic) {
  const here = use(NotesContext)
  const may = useMay('note.write')
  if (here === null || !may) return null
  const { notes, setAbout, field } = here
  const count = notes.filter((note) => isSame(note.subject, subject)).length
  return (
    <button
      type="button"
      title="Write a note"
      className={clsx(
        '-my-2.5 flex h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded-md hover:bg-sunken hover:text-ink',
        count === 0 ? 'text-ink-soft' : 'text-brass',
      )}
      onClick={() => {
        setAbout({ subject, label })
        field.current?.focus()
      }}
    >
      <MessageSquareText aria-hidden="true" className="size-4.5" />
      <span className="sr-only">{`Note: ${label}`}</span>
      {count === 0 ? null : (
        <span className="text-sm">
          <span>{count}</span>
          <span className="sr-only"> so far</span>
        </span>
      )}
    </button>
  )
}
