import { z } from 'zod'
import { exportFormats } from '#base/rules/api/list.ts'
import { proseText } from '#base/rules/input/text.ts'
import { importFields, invitableStatuses } from '#features/imports/rules/fields.ts'
import { mappingSchema } from '#features/imports/rules/mapping.ts'
import { rowProblemCodes, verdicts } from '#features/imports/rules/problems.ts'
import { delimiters, encodings } from '#base/rules/tables/reading.ts'
import { parseRows, ROWS_HINT } from '#features/imports/rules/row-ranges.ts'
import { editedMailSchema } from '#features/mail/api/edited-mail.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import {
  importDetail,
  importFigures,
  importProgress,
  importRow,
} from '#features/imports/api/import-shapes.ts'
import { proofFields } from '#features/access/api/own-proof.ts'

const importParams = z.strictObject({ id: z.uuid() })
const MAX_FILE_NAME = 200
const MAX_REASON = 500
const MAX_ROWS_TEXT = 500
const MAX_CELL_LENGTH = 2000
const MAX_ROW = 2_000_000

/** Bodies of the calls. */
const importBodies = {
  upload: z.strictObject({ size: z.number().int().min(1).optional() }),
  create: z.strictObject({
    documentURL: z.string().max(2000),
    fileName: z.string().min(1).max(MAX_FILE_NAME),
  }),
  reading: z.strictObject({
    sheet: z.number().int().min(0).max(1000).optional(),
    headerRow: z.number().int().min(1).max(50).optional(),
    encoding: z.enum(encodings).optional(),
    delimiter: z.enum(delimiters).optional(),
    /** Accepts that corrections of cells that do not exist then are lost. */
    discard: z.literal(true).optional(),
  }),
  leftOut: z
    .strictObject({
      leftOut: z.boolean(),
      row: z.number().int().min(1).max(MAX_ROW).optional(),
      /** All rows that this cause decides about, in this field. */
      cause: z.enum(rowProblemCodes).optional(),
      field: z.enum(importFields).optional(),
    })
    .refine(({ row, cause }) => (row === undefined) !== (cause === undefined), 'Choose a row or a cause'),
  start: z.strictObject({ figures: z.strictObject(importFigures.shape), ...proofFields }),
} as const

const importRowsQuery = z.strictObject({
  verdict: z.enum(verdicts).optional(),
  retained: z.literal('1').optional(),
  /** Only clients who were not invited yet. */
  notInvited: z.literal('1').optional(),
  /** Only rows that this cause decides about, in this field. */
  cause: z.enum(rowProblemCodes).optional(),
  field: z.enum(importFields).optional(),
  /** Rows after this one. */
  after: z.coerce.number<number>().int().min(0).max(MAX_ROW).optional(),
})

const CHANGE = { tag: 'Users', access: 'clients.import' } as const
const READ = { tag: 'Users', access: 'imports.read' } as const

/** Imports of clients from a file (docs/decisions/0148). */
export const importEndpoints = endpoints({
  'POST /api/admin/imports/upload': {
    summary: 'Get an upload address for a file with clients (.xlsx or .csv, up to 10 MB)',
    ...CHANGE,
    repeated: 'same',
    body: importBodies.upload,
    answer: z.object({ uploadURL: z.string() }),
  },
  'POST /api/admin/imports': {
    summary: 'Read an uploaded file with clients. Nothing is created yet',
    ...CHANGE,
    repeated: 'keyed',
    body: importBodies.create,
    status: 201,
    answer: importDetail,
  },
  'GET /api/admin/imports/template': {
    summary: 'Download a workbook to begin an import of clients with',
    ...READ,
    answer: 'file',
  },
  'GET /api/admin/imports': {
    summary: 'List the last 100 imports, latest first',
    ...READ,
    answer: z.array(importProgress),
  },
  'GET /api/admin/imports/{id}': {
    summary: 'Get an import: its columns, what happens to its rows, and its progress',
    ...READ,
    params: importParams,
    answer: importDetail,
  },
  'PUT /api/admin/imports/{id}/reading': {
    summary:
      'Read the file of an import in another way; 409 `corrections-lost` where corrected cells do not exist then, unless with `discard`',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    body: importBodies.reading,
    answer: importDetail,
  },
  'PUT /api/admin/imports/{id}/mapping': {
    summary: 'Match the columns of a file to fields, and find out what happens to each row',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    body: mappingSchema,
    answer: importDetail,
  },
  'GET /api/admin/imports/{id}/rows': {
    summary: 'List 100 rows of an import, in the order of the file',
    ...READ,
    params: importParams,
    query: importRowsQuery,
    answer: z.array(importRow),
  },
  'PUT /api/admin/imports/{id}/rows/{row}': {
    summary: 'Import a row although a client with its ID number exists, giving a reason',
    ...CHANGE,
    repeated: 'same',
    params: importParams.extend({ row: z.coerce.number<number>().int().min(1).max(MAX_ROW) }),
    body: z.strictObject({ reason: proseText(MAX_REASON).min(1, 'Please enter a reason') }),
    answer: importDetail,
  },
  'PUT /api/admin/imports/{id}/rows/{row}/cells/{column}': {
    summary: 'Correct a cell of a row before the import starts; the rows are checked again',
    ...CHANGE,
    repeated: 'same',
    params: importParams.extend({
      row: z.coerce.number<number>().int().min(1).max(MAX_ROW),
      column: z.coerce.number<number>().int().min(0).max(200),
    }),
    body: z.strictObject({
      value: z.string().max(MAX_CELL_LENGTH, `A cell has at most ${MAX_CELL_LENGTH} characters`),
      /** The text that it replaces, as it was seen. */
      before: z.string().max(MAX_CELL_LENGTH),
    }),
    answer: importDetail,
  },
  'PUT /api/admin/imports/{id}/left-out': {
    summary: 'Leave a row, or all rows with a cause, out of an import before it starts, or put them back',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    body: importBodies.leftOut,
    answer: importDetail,
  },
  'GET /api/admin/imports/{id}/problems': {
    summary: 'Download the rows that are not imported, with what is wrong, as Excel or CSV',
    ...READ,
    params: importParams,
    query: z.strictObject({ format: z.enum(exportFormats) }),
    answer: 'file',
  },
  'POST /api/admin/imports/{id}/start': {
    summary: 'Start an import, with the figures that were seen and a proof. No one is mailed',
    ...CHANGE,
    repeated: 'attempt',
    params: importParams,
    body: importBodies.start,
    answer: importDetail,
  },
  'POST /api/admin/imports/{id}/pause': {
    summary: 'Pause a running import',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    answer: importDetail,
  },
  'POST /api/admin/imports/{id}/resume': {
    summary: 'Resume a paused import',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    answer: importDetail,
  },
  'POST /api/admin/imports/{id}/undo': {
    summary: 'Undo an import within 30 days, with a proof: clients that did nothing since are deleted',
    ...CHANGE,
    repeated: 'attempt',
    params: importParams,
    body: z.strictObject(proofFields),
    answer: importDetail,
  },
  'PUT /api/admin/imports/{id}/invitations': {
    summary: 'Plan invitations of the clients of an import in batches on business days',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    body: z.strictObject({
      /** Only clients of this manager; all if left out. */
      managerId: z.uuid().optional(),
      /** Only clients with this status; all if left out. */
      status: z.enum(invitableStatuses).optional(),
      /** Only clients of these rows of the file ("2-40, 55"); all if left out. */
      rows: z
        .string()
        .max(MAX_ROWS_TEXT)
        .refine((text) => parseRows(text) !== null, ROWS_HINT)
        .optional(),
      perBatch: z.number().int().min(1).max(500, 'A batch has at most 500 invitations'),
      batchesPerDay: z.number().int().min(1).max(5, 'There are at most 5 batches a day'),
      /** The first day (yyyy-MM-dd) and hour, in South Africa. */
      firstDay: z.iso.date('Please choose a day'),
      firstHour: z.number().int().min(7).max(15),
      /** The invitations that the caller edited: of drafts, and of clients who are past their draft. */
      mails: z
        .strictObject({
          invitation: editedMailSchema.optional(),
          'invitation-imported': editedMailSchema.optional(),
        })
        .optional(),
    }),
    answer: importDetail,
  },
  'DELETE /api/admin/imports/{id}/invitations': {
    summary: 'Stop the invitations in batches of an import',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    answer: importDetail,
  },
  'PUT /api/admin/imports/{id}/reviews': {
    summary: 'Spread the annual reviews of an import that are due now evenly over some months',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    body: z.strictObject({ months: z.number().int().min(1).max(12) }),
    answer: importDetail,
  },
  'DELETE /api/admin/imports/{id}/reviews': {
    summary: 'Undo the spread of the annual reviews of an import',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    answer: importDetail,
  },
  'DELETE /api/admin/imports/{id}': {
    summary: 'Discard an import that was not started',
    ...CHANGE,
    repeated: 'same',
    params: importParams,
    answer: 'nothing',
  },
})

type ImportEndpoints = typeof importEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ImportEndpoints {}
}
