import { X } from 'lucide-react'
import type { Note } from '#features/notes/api/notes.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { NoteEntry } from './note-entry.tsx'
import { NoteForm } from './note-form.tsx'
import { WHOLE_APPLICATION, useNotesContext, useNotesList } from './notes-context.tsx'
import { useWriteNote, PREVIEW_TEXT } from './use-notes.ts'

/** Internal notes of staff: a form, then the notes, latest first. */
export function NotesSection({ id }: { id: string }) {
  const notes = useNotesList()
  const { rows, error } = notes.list
  return (
    <Section
      level={3}
      title={rows.length === 0 ? 'Notes' : `Notes (${rows.length})`}
      description="Staff only. Clients never see notes."
      className="mt-10"
    >
      <Allowed to="note.write">
        <NewNote id={id} />
      </Allowed>
      {error ? <Notice tone="danger">{detailOf(error)}</Notice> : null}
      <div className="mt-2 flex">
        <ListStatus stable={notes} count="" />
      </div>
      {rows.length === 0 ? null : <NoteList {...{ id, notes: rows }} />}
    </Section>
  )
}

function NoteList({ id, notes }: { id: string; notes: readonly Note[] }) {
  return (
    <ol aria-label="Notes" className="mt-2 border-t border-hairline">
      {notes.map((note) => (
        <NoteEntry key={note.id} {...{ id, note }} />
      ))}
    </ol>
  )
}

function NewNote({ id }: { id: string }) {
  const { about, setAbout, field } = useNotesContext()
  const [text, setText, forget] = useNoteDraft(`note/${id}`)
  const write = useWriteNote(id)
  const isOfAll = about.subject.kind === 'application'
  return (
    <NoteForm
      ref={field}
      name="note"
      label={isOfAll ? 'New note' : `New note about ${about.label}`}
      submitLabel="Add note"
      pending={write.isPending}
      {...{ text }}
      onText={setText}
      {...{ id }}
      ahead={(mentions) => ({
        call: 'POST /api/admin/applications/{id}/notes',
        params: { id },
        body: { subject: about.subject, text: PREVIEW_TEXT, mentions },
      })}
      onSend={() =>
        write.mutate(
          { subject: about.subject, text },
          {
            onSuccess: () => {
              forget()
              setAbout(WHOLE_APPLICATION)
            },
          },
        )
      }
    >
      {isOfAll ? null : (
        <Button
          tone="quiet"
          size="small"
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={() => {
            setAbout(WHOLE_APPLICATION)
            field.current?.focus()
          }}
        >
          About the application instead
        </Button>
      )}
    </NoteForm>
  )
}
