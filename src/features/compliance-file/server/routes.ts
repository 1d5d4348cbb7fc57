import type { inspectorFileEndpoints } from '#features/compliance-file/api.ts'
import { answerWithZip } from '#features/records/server/download/routes.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { openFile, openFiles } from './open-files.ts'
import { openStaffFile } from './staff-file.ts'

/** Routes of the inspector's file. */
export const inspectorFileHandlers: Handlers<keyof typeof inspectorFileEndpoints> = {
  'GET /api/admin/applications/{id}/inspector-file': async (call) => {
    const { reference, zip } = await openFile(call, call.params.id)
    return answerWithZip(call, `inspector-file-${reference}.zip`, zip)
  },

  'GET /api/admin/staff/{id}/inspector-file': async (call) => {
    const { id } = call.params
    return answerWithZip(call, `inspector-file-${id}.zip`, await openStaffFile(call, id))
  },

  'GET /api/admin/inspector-files': async (call) => {
    const { from, to } = call.query
    return answerWithZip(call, `inspector-files-${from}-to-${to}.zip`, await openFiles(call, call.query))
  },
}
