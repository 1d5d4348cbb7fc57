import { z } from 'zod'
import { exportFormats } from '#domain/applications/review/list.ts'
import { mappingSchema } from '#domain/imports/mapping.ts'
import { endpoints } from './endpoint.ts'
import {
  importBodies,
  importDetail,
  importParams as params,
  importProgress,
  importRow,
  importRowsQuery,
} from './imports.ts'
import { proofFields } from './own-proof.ts'

const OURS = { tag: 'Users', access: 'staff.import' } as const

/** Imports of staff from a file, which are done at once (docs/decisions/0148). */
export const staffImportEndpoints = endpoints({
  'POST /api/system-admin/imports/upload': {
    summary: 'Get an upload address for a file with staff (.xlsx or .csv, up to 10 MB)',
    ...OURS,
    repeated: 'same',
    body: importBodies.upload,
    answer: z.object({ uploadURL: z.string() }),
  },
  'POST /api/system-admin/imports': {
    summary: 'Read an uploaded file with at most 200 members of staff. Nothing is created yet',
    ...OURS,
    repeated: 'keyed',
    body: importBodies.create,
    status: 201,
    answer: importDetail,
  },
  'GET /api/system-admin/imports/template': {
    summary: 'Download a workbook to begin an import of staff with',
    ...OURS,
    answer: 'file',
  },
  'GET /api/system-admin/imports': {
    summary: 'List the last 100 imports of staff, latest first',
    ...OURS,
    answer: z.array(importProgress),
  },
  'GET /api/system-admin/imports/{id}': {
    summary: 'Get an import of staff: its columns, and what happens to its rows',
    ...OURS,
    params,
    answer: importDetail,
  },
  'PUT /api/system-admin/imports/{id}/reading': {
    summary: 'Read the file of an import of staff in another way',
    ...OURS,
    repeated: 'same',
    params,
    body: importBodies.reading,
    answer: importDetail,
  },
  'PUT /api/system-admin/imports/{id}/mapping': {
    summary: 'Match the columns of a file with staff, and find out what happens to each row',
    ...OURS,
    repeated: 'same',
    params,
    body: mappingSchema,
    answer: importDetail,
  },
  'GET /api/system-admin/imports/{id}/rows': {
    summary: 'List 100 rows of an import of staff, in the order of the file',
    ...OURS,
    params,
    query: importRowsQuery,
    answer: z.array(importRow),
  },
  'GET /api/system-admin/imports/{id}/problems': {
    summary: 'Download the rows of an import of staff that are left out, as Excel or CSV',
    ...OURS,
    params,
    query: z.strictObject({ format: z.enum(exportFormats) }),
    answer: 'file',
  },
  'POST /api/system-admin/imports/{id}/start': {
    summary:
      'Create the staff of an import, with the figures that were seen and a proof. Invited now or later',
    ...OURS,
    repeated: 'attempt',
    params,
    body: importBodies.start.extend({ invite: z.boolean() }),
    answer: importDetail,
  },
  'POST /api/system-admin/imports/{id}/invitations': {
    summary: 'Invite the staff of an import that were not invited yet',
    ...OURS,
    repeated: 'same',
    params,
    answer: importDetail,
  },
  'POST /api/system-admin/imports/{id}/undo': {
    summary: 'Undo an import of staff within 30 days, with a proof: accounts that were not used are deleted',
    ...OURS,
    repeated: 'attempt',
    params,
    body: z.strictObject(proofFields),
    answer: importDetail,
  },
  'DELETE /api/system-admin/imports/{id}': {
    summary: 'Discard an import of staff that was not started',
    ...OURS,
    repeated: 'same',
    params,
    answer: 'nothing',
  },
})
