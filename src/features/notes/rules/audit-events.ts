import { event } from '#features/audit/rules/event.ts'

export const notesEvents = {
  'note.written': event<{ noteId: string; subject: string }>('Note added', 'applications'),
  'note.edited': event<{ noteId: string; version: number }>('Note changed', 'applications'),
}
