import { z } from 'zod'
import { endpoints } from './endpoint.ts'

/** Everything of an application in one file (specification section 7). */
export const archiveEndpoints = endpoints({
  'GET /api/admin/applications/{id}/download': {
    summary: 'Download all documents of an application, with its summary and a manifest, as a ZIP',
    tag: 'Review',
    access: 'application.administer',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'file',
  },
})
