import type { importEndpoints } from '#features/imports/api/imports.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { ownOriginOf } from '#features/documents/server/routes.ts'
import { giveTableAddress } from '#features/documents/server/upload-addresses.ts'
import { checkRows } from './check-rows.ts'
import { correctCell, leaveOut } from './corrections.ts'
import { changeReading } from './change-reading.ts'
import { createImport } from './create-import.ts'
import { planInvitations, stopInvitations } from './plan-invitations.ts'
import { discardImport, forceRow, pauseImport, resumeImport, startImport, undoImport } from './lifecycle.ts'
import { readingOf, sendProblems, sendTemplate } from './respond.ts'
import { listRows } from './list-rows.ts'
import { importDetail, listImports } from './queries.ts'
import { spreadImportedReviews, undoSpreadOfImport } from './spread-reviews.ts'

/** Routes of imports of clients. */
export const importHandlers: Handlers<keyof typeof importEndpoints> = {
  'POST /api/admin/imports/upload': async (call) => {
    const ownOrigin = ownOriginOf(call.context, call.request)
    return { uploadURL: await giveTableAddress(call, { size: call.body.size, ownOrigin }) }
  },

  'POST /api/admin/imports': (call) =>
    createImport(call, call.body, async (tx, id) =>
      call.keep(tx, await importDetail({ ...readingOf(call), db: tx }, id)),
    ),

  'GET /api/admin/imports/template': (call) => sendTemplate(call),

  'GET /api/admin/imports': (call) => listImports(readingOf(call)),

  'GET /api/admin/imports/{id}': async (call) => importDetail(readingOf(call), call.params.id),

  'PUT /api/admin/imports/{id}/reading': async (call) => {
    const id = call.params.id
    await changeReading(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'PUT /api/admin/imports/{id}/mapping': async (call) => {
    const id = call.params.id
    await checkRows(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'GET /api/admin/imports/{id}/rows': async (call) => listRows(readingOf(call), call.params.id, call.query),

  'PUT /api/admin/imports/{id}/rows/{row}': async (call) => {
    const id = call.params.id
    await forceRow(call, call.params, call.body.reason)
    return importDetail(readingOf(call), id)
  },

  'PUT /api/admin/imports/{id}/rows/{row}/cells/{column}': async (call) => {
    const id = call.params.id
    await correctCell(call, call.params, call.body)
    return importDetail(readingOf(call), id)
  },

  'PUT /api/admin/imports/{id}/left-out': async (call) => {
    const id = call.params.id
    await leaveOut(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'GET /api/admin/imports/{id}/problems': async (call) =>
    sendProblems(call, call.params.id, call.query.format),

  'POST /api/admin/imports/{id}/start': async (call) => {
    const id = call.params.id
    await startImport(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'POST /api/admin/imports/{id}/pause': async (call) => {
    const id = call.params.id
    await pauseImport(call, id)
    return importDetail(readingOf(call), id)
  },

  'POST /api/admin/imports/{id}/resume': async (call) => {
    const id = call.params.id
    await resumeImport(call, id)
    return importDetail(readingOf(call), id)
  },

  'POST /api/admin/imports/{id}/undo': async (call) => {
    const id = call.params.id
    await undoImport(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'PUT /api/admin/imports/{id}/invitations': async (call) => {
    const id = call.params.id
    await planInvitations(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'DELETE /api/admin/imports/{id}/invitations': async (call) => {
    const id = call.params.id
    await stopInvitations(call, id)
    return importDetail(readingOf(call), id)
  },

  'PUT /api/admin/imports/{id}/reviews': async (call) => {
    const id = call.params.id
    await spreadImportedReviews(call, id, call.body.months)
    return importDetail(readingOf(call), id)
  },

  'DELETE /api/admin/imports/{id}/reviews': async (call) => {
    const id = call.params.id
    await undoSpreadOfImport(call, id)
    return importDetail(readingOf(call), id)
  },

  'DELETE /api/admin/imports/{id}': async (call) => {
    const id = call.params.id
    await discardImport(call, id)
    return undefined
  },
}
