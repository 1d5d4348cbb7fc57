import { z } from 'zod'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { answersPatch, answersSchema } from '#features/applications/rules/wizard/answers.ts'
import { confirmationFields } from '#features/applications/rules/wizard/confirmations.ts'
import { stepIds } from '#features/applications/rules/wizard/steps.ts'
import { forEachList } from '#features/applications/rules/documents/kinds.ts'
import { askedRoundSchema } from './asked-round.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { sentFileSchema, uploadedFileSchema } from './uploaded-file.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

function documentLists<File extends z.ZodType>(file: File) {
  return z.object(forEachList(() => z.array(file)))
}

/** An application as its client sees it (specification section 3). */
export const applicationSchema = z.object({
  id: z.uuid(),
  /** For people: PPW-7Q3K-29. It grants no access. */
  reference: z.string(),
  userId: z.uuid(),
  status: z.enum(applicationStatuses),
  /** The reason for the status, where clients may read it: for a rejection. */
  statusReason: z.string().nullable(),
  currentStep: z.string().nullable(),
  /** Incremented by every change; part of the ETag. */
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  submittedAt: timestamp.nullable(),
  /** The day (South Africa) by which an answer was last promised; null before the first promise. */
  answerPromisedBy: z.iso.date().nullable(),
  onboardedAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  /** When the next annual review is due, for a client of the firm. */
  nextReviewAt: timestamp.nullable(),
  createdByWealthManagerId: z.uuid().nullable(),
  ...answersSchema.shape,
  ...documentLists(uploadedFileSchema).shape,
  /** Documents that staff requested under their own title. */
  furtherDocuments: z.array(uploadedFileSchema),
  faisDocumentUploaded: z.boolean(),
  /** The signed FAIS document. */
  faisDocument: uploadedFileSchema.nullable(),
  /** Whether the assigned wealth manager has a FAIS letter to download. */
  faisLetterAvailable: z.boolean(),
  /** The assigned wealth manager's name; null where none is assigned. */
  wealthManagerName: z.string().nullable(),
  /** Their address; null where none is assigned or they are deactivated: the firm's contacts apply then. */
  wealthManagerEmail: z.string().nullable(),
  /** Their own number in E.164 form; null without an address. */
  wealthManagerPhone: z.string().nullable(),
  confirmations: confirmationFields,
  /** The open correction request; null for none. */
  correctionRound: askedRoundSchema.nullable(),
})

export type Application = z.infer<typeof applicationSchema>

/** How far a submitted application has come. */
const progressSchema = z.object({
  /** The stages reached, in order. */
  reached: z.array(z.object({ status: z.enum(applicationStatuses), at: z.iso.datetime() })),
  /** The day (South Africa) by which an answer is promised, possibly past; null without a promise. */
  answerBy: z.iso.date().nullable(),
  /** The corrections that the client sent last; null for none, and once a decision made them irrelevant. */
  sentCorrections: z
    .object({
      sentAt: z.iso.datetime(),
      /** What was sent, without values. */
      labels: z.array(z.string()),
      /** Null while staff are checking them. */
      acceptedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
})

export type Progress = z.infer<typeof progressSchema>

export const applicationEndpoints = endpoints({
  'GET /api/application': {
    summary: 'Get your application',
    tag: 'Application',
    access: 'application.open',
    answer: applicationSchema,
  },
  'PUT /api/application': {
    summary: 'Save answers; the fields sent are merged into the stored ones. Takes If-Match.',
    tag: 'Application',
    access: 'application.edit',
    ifMatch: true,
    repeated: 'same',
    /**
     * Autosave of a draft: the audit log merges such saves into one entry per editing session (docs/decisions/0030).
     */
    query: z.strictObject({ draft: z.literal('1').optional() }),
    body: z.strictObject({
      ...answersPatch.shape,
      ...documentLists(sentFileSchema).partial().shape,
      currentStep: z.enum(stepIds).optional(),
    }),
    answer: applicationSchema,
  },
  'GET /api/application/progress': {
    summary:
      'Get the progress of your application, with dates, and the date by which you will have an answer',
    tag: 'Application',
    access: 'application.open',
    answer: progressSchema,
  },
  'POST /api/application/submit': {
    summary:
      'Submit your application; idempotent. Needs the three `confirmations`, which `PUT /api/application` sets; the 422 names what is missing',
    tag: 'Application',
    access: 'application.submit',
    repeated: 'keyed',
    answer: applicationSchema,
  },
})

type ApplicationEndpoints = typeof applicationEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ApplicationEndpoints {}
}
