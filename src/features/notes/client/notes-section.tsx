import type { Note } from '#features/notes/api/notes.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import { SelectBox } from '#base/client/ui/select.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { NoteEntry } from './note-entry.tsx'
import { NoteForm } from './note-form.tsx'
import { WHOLE_APPLICATION, useNotesContext, useNotesList, type NoteTopic } from './notes-context.tsx'
import { useWriteNote, PREVIEW_TEXT } from './use-notes.ts'

type NotesSectionProps = {
  id: string
  /** What a note can be about besides the application. */
  subjects: readonly NoteTopic[]
}

/** Internal notes of staff: a form, then the notes, latest first. */
export function NotesSection({ id, subjects }: NotesSectionProps) {
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
        <NewNote id={id} subjects={subjects} />
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

function NewNote({ id, subjects }: NotesSectionProps) {
  const { about, setAbout } = useNotesContext()
  const topics = [WHOLE_APPLICATION, ...subjects]
  const [text, setText, forget] = useNoteDraft(`note/${id}`)
  const write = useWriteNote(id)
  const isOfAll = about.subject.kind === 'application'
  return (
    <NoteForm
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
      <SelectBox
        name="about"
        aria-label="About"
        isLow
        className="min-w-0"
        options={topics.map((topic) => ({ value: keyOf(topic), label: topic.label }))}
        value={keyOf(about)}
        onChange={({ target }) => {
          const topic = topics.find((one) => keyOf(one) === target.value)
          if (topic !== undefined) setAbout(topic)
        }}
      />
    </NoteForm>
  )
}

function keyOf({ subject }: NoteTopic): string {
  if (subject.kind === 'answer') return subject.path
  return subject.kind === 'document' ? subject.documentId : ''
}
