import type { importEndpoints } from '#domain/api/imports.ts'
import { dayOf } from '#domain/time/dates.ts'
import type { CommandContext } from '#server/shared/command-context.ts'
import type { Handlers } from '#server/shared/http/route.ts'
import { ownOriginOf } from '#server/features/documents/routes.ts'
import { giveTableAddress } from '#server/features/documents/upload-addresses.ts'
import { checkRows } from './check-rows.ts'
import { changeReading, createImport } from './create-import.ts'
import { planInvitations, stopInvitations } from './plan-invitations.ts'
import { discardImport, forceRow, pauseImport, resumeImport, startImport, undoImport } from './lifecycle.ts'
import { problemFile } from './problem-file.ts'
import { importDetail, listImports, listRows } from './queries.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

function readingOf({ context: { keyring, database }, now }: CommandContext) {
  return { db: database.db, keyring, now }
}

/** Routes of imports. */
export const importHandlers: Handlers<keyof typeof importEndpoints> = {
  'POST /api/admin/imports/upload': async (call) => {
    const ownOrigin = ownOriginOf(call.context, call.request)
    return { uploadURL: await giveTableAddress(call, { size: call.body.size, ownOrigin }) }
  },

  'POST /api/admin/imports': (call) =>
    createImport(call, call.body, async (tx, id) =>
      call.keep(tx, await importDetail({ ...readingOf(call), db: tx }, id)),
    ),

  'GET /api/admin/imports': (call) => listImports(readingOf(call)),

  'GET /api/admin/imports/{id}': (call) => importDetail(readingOf(call), call.params.id),

  'PUT /api/admin/imports/{id}/reading': async (call) => {
    await changeReading(call, call.params.id, call.body)
    return importDetail(readingOf(call), call.params.id)
  },

  'PUT /api/admin/imports/{id}/mapping': async (call) => {
    await checkRows(call, call.params.id, call.body)
    return importDetail(readingOf(call), call.params.id)
  },

  'GET /api/admin/imports/{id}/rows': (call) => listRows(readingOf(call), call.params.id, call.query),

  'PUT /api/admin/imports/{id}/rows/{row}': async (call) => {
    await forceRow(call, call.params, call.body.reason)
    return importDetail(readingOf(call), call.params.id)
  },

  'GET /api/admin/imports/{id}/problems': async (call) => {
    const { format } = call.query
    const file = await problemFile(call, call.params.id, format)
    return call.reply
      .header('content-type', contentTypes[format])
      .header('content-disposition', `attachment; filename="import-problems-${dayOf(call.now)}.${format}"`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(file)
  },

  'POST /api/admin/imports/{id}/start': async (call) => {
    await startImport(call, call.params.id, call.body)
    return importDetail(readingOf(call), call.params.id)
  },

  'POST /api/admin/imports/{id}/pause': async (call) => {
    await pauseImport(call, call.params.id)
    return importDetail(readingOf(call), call.params.id)
  },

  'POST /api/admin/imports/{id}/resume': async (call) => {
    await resumeImport(call, call.params.id)
    return importDetail(readingOf(call), call.params.id)
  },

  'POST /api/admin/imports/{id}/undo': async (call) => {
    await undoImport(call, call.params.id, call.body)
    return importDetail(readingOf(call), call.params.id)
  },

  'PUT /api/admin/imports/{id}/invitations': async (call) => {
    await planInvitations(call, call.params.id, call.body)
    return importDetail(readingOf(call), call.params.id)
  },

  'DELETE /api/admin/imports/{id}/invitations': async (call) => {
    await stopInvitations(call, call.params.id)
    return importDetail(readingOf(call), call.params.id)
  },

  'DELETE /api/admin/imports/{id}': async (call) => {
    await discardImport(call, call.params.id)
    return undefined
  },
}
