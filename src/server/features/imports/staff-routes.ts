import type { staffImportEndpoints } from '#domain/api/staff-imports.ts'
import type { CommandContext } from '#server/shared/command-context.ts'
import type { Handlers } from '#server/shared/http/route.ts'
import { ownOriginOf } from '#server/features/documents/routes.ts'
import { giveTableAddress } from '#server/features/documents/upload-addresses.ts'
import { checkRows } from './check-rows.ts'
import { changeReading, createImport } from './create-import.ts'
import { discardImport } from './lifecycle.ts'
import { importDetail, listImports, listRows, requireKind } from './queries.ts'
import { readingOf, sendProblems, sendTemplate } from './respond.ts'
import { inviteStaff, startStaffImport, undoStaffImport } from './staff.ts'

/** The id of an import of staff. */
async function ofStaff(call: CommandContext & { params: { id: string } }): Promise<string> {
  await requireKind(call.context.database.db, call.params.id, 'staff')
  return call.params.id
}

/** Routes of imports of staff. */
export const staffImportHandlers: Handlers<keyof typeof staffImportEndpoints> = {
  'POST /api/system-admin/imports/upload': async (call) => {
    const ownOrigin = ownOriginOf(call.context, call.request)
    return { uploadURL: await giveTableAddress(call, { size: call.body.size, ownOrigin }) }
  },

  'POST /api/system-admin/imports': (call) =>
    createImport(call, { kind: 'staff', ...call.body }, async (tx, id) =>
      call.keep(tx, await importDetail({ ...readingOf(call), db: tx }, id)),
    ),

  'GET /api/system-admin/imports/template': (call) => sendTemplate(call, 'staff'),

  'GET /api/system-admin/imports': (call) => listImports(readingOf(call), 'staff'),

  'GET /api/system-admin/imports/{id}': async (call) => importDetail(readingOf(call), await ofStaff(call)),

  'PUT /api/system-admin/imports/{id}/reading': async (call) => {
    const id = await ofStaff(call)
    await changeReading(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'PUT /api/system-admin/imports/{id}/mapping': async (call) => {
    const id = await ofStaff(call)
    await checkRows(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'GET /api/system-admin/imports/{id}/rows': async (call) =>
    listRows(readingOf(call), await ofStaff(call), call.query),

  'GET /api/system-admin/imports/{id}/problems': async (call) =>
    sendProblems(call, await ofStaff(call), call.query.format),

  'POST /api/system-admin/imports/{id}/start': async (call) => {
    const id = await ofStaff(call)
    await startStaffImport(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'POST /api/system-admin/imports/{id}/invitations': async (call) => {
    const id = await ofStaff(call)
    await inviteStaff(call, id)
    return importDetail(readingOf(call), id)
  },

  'POST /api/system-admin/imports/{id}/undo': async (call) => {
    const id = await ofStaff(call)
    await undoStaffImport(call, id, call.body)
    return importDetail(readingOf(call), id)
  },

  'DELETE /api/system-admin/imports/{id}': async (call) => {
    await discardImport(call, await ofStaff(call))
    return undefined
  },
}
