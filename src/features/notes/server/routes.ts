import type { noteEndpoints } from '#features/notes/api/notes.ts'
import { readIfMatch } from '#base/server/http/etag.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { mentionable } from './mention.ts'
import { noteAsSeen, notesOf, revisionsOf } from './view.ts'
import { editNote, writeNote } from './write.ts'

/** Routes of internal notes. */
export const noteHandlers: Handlers<keyof typeof noteEndpoints> = {
  'GET /api/admin/applications/{id}/notes': ({ context, params, actor }) =>
    notesOf(context, params.id, actor),

  'POST /api/admin/applications/{id}/notes': (call) => {
    const { context, params, body, actor, keep } = call
    return writeNote(call, params.id, body, async (tx, noteId) => {
      const within = { keyring: context.keyring, database: { db: tx } }
      return keep(tx, await noteAsSeen(within, noteId, actor))
    })
  },

  'PUT /api/admin/applications/{id}/notes/{noteId}': async (call) => {
    const { context, params, body, actor, request } = call
    await editNote(call, params, { ...body, isCurrent: readIfMatch(request) })
    return noteAsSeen(context, params.noteId, actor)
  },

  'GET /api/admin/applications/{id}/colleagues': (call) =>
    mentionable(call.context.database.db, call.params.id, call),

  'GET /api/admin/applications/{id}/notes/{noteId}/wordings': ({ context, params, actor }) =>
    revisionsOf(context, params, actor),
}
