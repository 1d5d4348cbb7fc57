import { z } from 'zod'
import { MAX_DOWNLOADED, TOO_MANY_TO_DOWNLOAD } from '#features/review/rules/bulk-acts.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

/** The selected applications. */
const ticked = z.strictObject({
  /** Separated by commas. */
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid()).max(MAX_DOWNLOADED, TOO_MANY_TO_DOWNLOAD)),
})

/** All data of one or several applications in one file (specification section 7). */
export const archiveEndpoints = endpoints({
  'GET /api/admin/applications/{id}/download': {
    summary: 'Download all documents of an application, with its summary and a manifest, as a ZIP',
    tag: 'Review',
    access: 'applications.download',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'file',
  },
  'GET /api/admin/application-archive': {
    summary: `Download the documents of up to ${MAX_DOWNLOADED} applications as one ZIP, with a folder for each and a list of anything missing`,
    tag: 'Review',
    access: 'applications.download',
    query: ticked,
    answer: 'file',
  },
  'GET /api/wealth-manager/application-archive': {
    summary: `Download the documents of up to ${MAX_DOWNLOADED} of your own clients’ applications as one ZIP, with a folder for each and a list of anything missing`,
    tag: 'Review',
    access: 'own-clients.download',
    query: ticked,
    answer: 'file',
  },
})

type ArchiveEndpoints = typeof archiveEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ArchiveEndpoints {}
}
