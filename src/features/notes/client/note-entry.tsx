import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Note } from '#features/notes/api/notes.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { NoteForm } from './note-form.tsx'
import { useEditNote, PREVIEW_TEXT } from './use-notes.ts'

type NoteEntryProps = { id: string; note: Note }

/** A note with author and time, its earlier revisions, and an edit button for its author. */
export function NoteEntry({ id, note }: NoteEntryProps) {
  const [editing, setEditing] = useState(false)
  const [showsEarlier, setShowsEarlier] = useState(false)
  const { about, subject, authorName, text, writtenAt, editedAt, own } = note
  const writtenOn = formatDateTime(new Date(writtenAt))
  return (
    <li id={`note-${note.id}`} ref={scrollToNote} tabIndex={-1} className="border-b border-hairline py-4">
      {subject.kind === 'application' ? null : (
        <p className="eyebrow mb-1 wrap-anywhere">{`About ${about}`}</p>
      )}
      {editing ? (
        <EditedNote {...{ id, note }} onDone={() => setEditing(false)} />
      ) : (
        <p className="whitespace-pre-wrap text-pretty wrap-anywhere">{text}</p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        <p>
          <span>{`${authorName}, `}</span>
          <time dateTime={writtenAt}>{writtenOn}</time>
        </p>
        {editedAt === null ? null : (
          <button
            type="button"
            aria-expanded={showsEarlier}
            aria-label={`Edited: earlier versions of the note by ${writtenOn}`}
            className="text-link min-h-11"
            onClick={() => setShowsEarlier(!showsEarlier)}
          >
            edited
          </button>
        )}
        {own && !editing ? (
          <button
            type="button"
            aria-label={`Edit the note by ${writtenOn}`}
            className="text-link min-h-11"
            onClick={() => setEditing(true)}
          >
            Edit
          </button>
        ) : null}
      </div>
      {showsEarlier && editedAt !== null ? <EarlierRevisions {...{ id, note }} /> : null}
    </li>
  )
}

/** Scrolls to the note that a link points to. */
function scrollToNote(entry: HTMLLIElement | null): void {
  if (entry === null || location.hash !== `#${entry.id}`) return
  entry.scrollIntoView({ block: 'center' })
  entry.focus({ preventScroll: true })
}

function EditedNote({ id, note, onDone }: NoteEntryProps & { onDone: () => void }) {
  const [text, setText, forget] = useNoteDraft(`edit/${note.id}`, note.text)
  const [begunAt] = useState(note.version)
  const edit = useEditNote(id, note)
  const done = () => {
    forget()
    onDone()
  }
  return (
    <>
      {note.version === begunAt ? null : (
        <Notice
          tone="warning"
          live="status"
          className="mb-3"
          title="This note has since changed"
        >{`It now reads: “${note.text}”`}</Notice>
      )}
      <NoteForm
        name={`words-of-${note.id}`}
        label="Change the note"
        submitLabel="Save"
        pending={edit.isPending}
        {...{ text }}
        onText={setText}
        {...{ id }}
        ahead={(mentions) => ({
          call: 'PUT /api/admin/applications/{id}/notes/{noteId}',
          params: { id, noteId: note.id },
          body: { text: PREVIEW_TEXT, mentions },
        })}
        mentioned={note.mentions}
        onSend={() => edit.mutate(text, { onSuccess: done })}
      >
        <Button tone="secondary" size="small" onClick={done}>
          Cancel
        </Button>
      </NoteForm>
    </>
  )
}

function EarlierRevisions({ id, note }: NoteEntryProps) {
  const { data: revisions, error } = useQuery({
    ...queryFor('GET /api/admin/applications/{id}/notes/{noteId}/wordings', {
      params: { id, noteId: note.id },
    }),
    staleTime: 0,
  })
  if (revisions === undefined) return error ? <Notice tone="danger">{detailOf(error)}</Notice> : null
  const earlier = revisions.filter(({ version }) => version !== note.version)
  return (
    <ol className="mt-2 border-l-2 border-hairline pl-4">
      {earlier.map(({ version, at, text }) => (
        <li key={version} className="py-2 text-ink-soft">
          <p className="whitespace-pre-wrap text-pretty wrap-anywhere">{text}</p>
          <p className="text-sm">
            Until it was changed, from <time dateTime={at}>{formatDateTime(new Date(at))}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
