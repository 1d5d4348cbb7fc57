import { clsx } from 'clsx'
import { MessageSquareText } from 'lucide-react'
import { createContext, use, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import type { Note } from '#domain/api/notes.ts'
import type { NoteSubject } from '#domain/notes/notes.ts'
import { useUnsentWords } from '#client/features/staff/note-drafts.ts'
import { useNotes } from './use-notes.ts'

/** What is noted of one thing: the subject, and what it is called here. */
export interface Noting {
  subject: NoteSubject
  label: string
}

interface NotesHere {
  notes: readonly Note[] | undefined
  /** What the next note is about. */
  about: Noting
  setAbout: (about: Noting) => void
  /** Where a note is written. */
  field: RefObject<HTMLTextAreaElement | null>
}

const NotesContext = createContext<NotesHere | null>(null)

/** The application as a whole. */
export const OF_ALL: Noting = { subject: { kind: 'application' }, label: 'The application' }

/** Below it, answers and documents have a button that notes something about them. */
export function NotesAround({ id, children }: { id: string; children: ReactNode }) {
  const { data: notes } = useNotes(id)
  const [kept, keep] = useUnsentWords(`about/${id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const here = useMemo(() => {
    const setAbout = (chosen: Noting) =>
      keep(chosen.subject.kind === 'application' ? '' : JSON.stringify(chosen))
    return { notes, about: readNoting(kept), setAbout, field }
  }, [notes, kept, keep])
  return <NotesContext value={here}>{children}</NotesContext>
}

/** What was chosen before a reload; nothing but this page writes there. */
function readNoting(kept: string): Noting {
  return kept === '' ? OF_ALL : (JSON.parse(kept) as Noting)
}

/** @throws Error outside of {@link NotesAround} */
export function useNotesHere(): NotesHere {
  const here = use(NotesContext)
  if (here === null) throw new Error('No notes here yet.')
  return here
}

function isSame(one: NoteSubject, other: NoteSubject): boolean {
  if (one.kind === 'answer') return other.kind === 'answer' && one.path === other.path
  if (one.kind === 'document') return other.kind === 'document' && one.documentId === other.documentId
  return other.kind === 'application'
}

/** Leads to where a note about this is written; says how many there are. Nothing where notes are out of place. */
export function NoteButton({ subject, label }: Noting) {
  const here = use(NotesContext)
  if (here === null) return null
  const { notes = [], setAbout, field } = here
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
