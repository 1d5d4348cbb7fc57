import { z } from 'zod'
import { timestamp } from '#base/rules/api/timestamp.ts'
import { importFields } from '#features/imports/rules/fields.ts'
import { mappingSchema } from '#features/imports/rules/mapping.ts'
import { rowProblemCodes, verdicts } from '#features/imports/rules/problems.ts'
import { delimiters, encodings } from '#base/rules/tables/reading.ts'
import { importStates, RETAINED, rowOutcomes } from '#features/imports/rules/states.ts'

const count = z.number().int().min(0)

export const importFigures = z.object({ create: count, warning: count, skip: count, error: count })

/** How many rows have each verdict. */
export type ImportFigures = z.output<typeof importFigures>

const readingSchema = z.object({
  format: z.enum(['xlsx', 'csv']),
  sheets: z.array(z.string()),
  sheet: count,
  encoding: z.enum(encodings).nullable(),
  delimiter: z.enum(delimiters).nullable(),
  headerRow: z.number().int(),
})

/** How a file was read. */
export type ImportReading = z.output<typeof readingSchema>

const importColumn = z.object({
  header: z.string(),
  samples: z.array(z.string()),
  /** Its different values; null where there are many. */
  values: z.array(z.string()).nullable(),
  /** Whether it has dates that can be read in two orders. */
  hasAmbiguousDates: z.boolean(),
  proposed: z.enum(importFields).nullable(),
})

/** A column of an imported file. */
export type ImportColumn = z.output<typeof importColumn>

export const importProgress = z.object({
  id: z.uuid(),
  /** Others were possible in earlier releases. */
  kind: z.literal('clients'),
  fileName: z.string(),
  state: z.enum(importStates),
  createdByName: z.string(),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
  /** It can be undone until then; null where it cannot. */
  undoUntil: timestamp.nullable(),
  /** Rows of data in the file. */
  total: count,
  figures: importFigures,
  /** How many rows were done, by outcome. */
  outcomes: z.partialRecord(z.enum(rowOutcomes), count),
  /** Why an undo left clients, with how many. */
  retained: z.partialRecord(z.literal(RETAINED), count),
  /** The plan of invitations in batches; null for none. */
  plan: z
    .object({
      perBatch: count,
      batchesPerDay: count,
      nextAt: timestamp,
      endedAt: timestamp.nullable(),
    })
    .nullable(),
})

export const importDetail = importProgress.extend({
  /** Why rows are not imported as they are, by the cause that decides, with how many. */
  causes: z.array(
    z.object({
      code: z.enum(rowProblemCodes),
      field: z.enum(importFields).nullable(),
      verdict: z.enum(verdicts),
      rows: count,
    }),
  ),
  /** Empty lines below the header, which are skipped. */
  emptyRows: count,
  /** Annual reviews of created clients that are due now, once the import has ended. */
  reviewsDue: count,
  /** Annual reviews that were spread, and when the last of them is due; null for none. */
  reviewsSpread: z.object({ clients: count, until: timestamp }).nullable(),
  /** Clients that were created and not invited yet, once the import has ended. */
  notInvited: count,
  /** Those whom the plan still invites, with the first ones by name. */
  planned: z.object({ clients: count, names: z.array(z.string()) }),
  reading: readingSchema,
  columns: z.array(importColumn),
  mapping: mappingSchema.nullable(),
  /** Who prepared it and leaves its start to another admin; null where anyone may start it. */
  preparedBy: z.uuid().nullable(),
  /** The first rows as they were read, before the import starts. */
  firstRows: z.array(z.object({ row: count, cells: z.array(z.string()) })),
  /** How an earlier file with the same columns was matched; null for none. */
  earlier: z.object({ createdAt: timestamp, mapping: mappingSchema }).nullable(),
  /** Rows by the status and the manager that they get. */
  byStatus: z.array(z.object({ label: z.string(), rows: count })),
  byManager: z.array(z.object({ label: z.string(), rows: count })),
})

export type ImportProgress = z.output<typeof importProgress>
export type ImportDetail = z.output<typeof importDetail>

export const importRow = z.object({
  row: count,
  hidden: z.boolean(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  verdict: z.enum(verdicts).nullable(),
  problems: z.array(
    z.object({
      code: z.enum(rowProblemCodes),
      field: z.string().nullable(),
      /** The row that it repeats. */
      earlier: count.optional(),
      /** The index of the column to correct, and its text; null where it is no cell that is wrong. */
      cell: z.object({ column: count, text: z.string() }).nullable(),
    }),
  ),
  /** The application that it duplicates. */
  existingId: z.uuid().nullable(),
  /** It is imported although its ID number exists. */
  forced: z.boolean(),
  outcome: z.enum(rowOutcomes).nullable(),
  retained: z.literal(RETAINED).nullable(),
  applicationId: z.uuid().nullable(),
})

export type ImportRow = z.output<typeof importRow>
