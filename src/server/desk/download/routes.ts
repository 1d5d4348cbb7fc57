import type { archiveEndpoints } from '#domain/api/application-archive.ts'
import type { Handlers } from '#server/http/route.ts'
import { openArchive } from './open-archive.ts'

/** Download All Documents (specification section 7). */
export const archiveHandlers: Handlers<keyof typeof archiveEndpoints> = {
  'GET /api/admin/applications/{id}/download': async (call) => {
    const { params, reply } = call
    const archive = await openArchive(call, params.id)
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="application-${params.id}.zip"`)
      .header('cache-control', 'no-store')
      .send(archive)
  },
}
