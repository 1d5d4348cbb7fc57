import { z } from 'zod'
import { MAX_MENTIONS } from '#features/notes/rules/mentions.ts'
import { roles } from '#features/access/rules/roles.ts'
import { noteSubjectSchema, noteText } from '#features/notes/rules/notes.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

const params = z.strictObject({ id: z.uuid() })
const noteParams = z.strictObject({ id: z.uuid(), noteId: z.uuid() })

/** Ids of mentioned staff; the text mentions them by name. */
const mentions = z.array(z.uuid()).max(MAX_MENTIONS).default([])

const noteSchema = z.object({
  id: z.uuid(),
  subject: noteSubjectSchema,
  /** Its subject as text: a question, or a file name. */
  about: z.string(),
  authorName: z.string(),
  /** Whether the reader is the author; only authors can edit. */
  own: z.boolean(),
  text: z.string(),
  /** Mentioned staff. */
  mentions: z.array(z.object({ id: z.uuid(), name: z.string() })),
  writtenAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** Revision number from 1; part of the ETag. */
  version: z.number().int(),
})

export type Note = z.infer<typeof noteSchema>

const noteRevisionSchema = z.object({
  version: z.number().int(),
  at: z.iso.datetime(),
  text: z.string(),
})

export type NoteRevision = z.infer<typeof noteRevisionSchema>

const colleagueSchema = z.object({ id: z.uuid(), name: z.string(), role: z.enum(roles) })

export type ColleagueView = z.infer<typeof colleagueSchema>

/** Staff notes; hidden from clients (docs/decisions/0085). */
export const noteEndpoints = endpoints({
  'GET /api/admin/applications/{id}/notes': {
    summary: 'List the staff notes on an application, latest first; also for its manager',
    tag: 'Review',
    access: 'application.review',
    params,
    answer: z.array(noteSchema),
  },
  'POST /api/admin/applications/{id}/notes': {
    summary: 'Add a note to an application, an answer or a document',
    tag: 'Review',
    access: 'note.write',
    repeated: 'keyed',
    params,
    status: 201,
    body: z.strictObject({ subject: noteSubjectSchema, text: noteText, mentions }),
    answer: noteSchema,
  },
  'PUT /api/admin/applications/{id}/notes/{noteId}': {
    summary: 'Edit your own note; earlier revisions are stored. Takes If-Match.',
    tag: 'Review',
    access: 'note.write',
    ifMatch: true,
    repeated: 'same',
    params: noteParams,
    body: z.strictObject({ text: noteText, mentions }),
    answer: noteSchema,
  },
  'GET /api/admin/applications/{id}/colleagues': {
    summary: 'List whom a note on an application can mention: all other staff with it in scope',
    tag: 'Review',
    access: 'note.write',
    params,
    answer: z.array(colleagueSchema),
  },
  'GET /api/admin/applications/{id}/notes/{noteId}/wordings': {
    summary: 'List all revisions of a note, latest first',
    tag: 'Review',
    access: 'application.review',
    params: noteParams,
    answer: z.array(noteRevisionSchema),
  },
})

type NoteEndpoints = typeof noteEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends NoteEndpoints {}
}
