import { z } from 'zod'
import { applicationStatuses } from '#domain/applications/lifecycle/statuses.ts'
import { answersPatch, answersSchema } from '#domain/applications/wizard/answers.ts'
import { confirmationFields } from '#domain/applications/wizard/confirmations.ts'
import { stepIds } from '#domain/applications/wizard/steps.ts'
import { downloadOnlyNames, unreadableNames } from '#domain/documents/safety.ts'
import { endpoints } from './endpoint.ts'

/** A file that belongs to an application (specification section 3). */
export const uploadedFileSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().max(255),
  /** Where it is read from: a path of this site. */
  url: z.string().max(300),
  /** ISO 8601. */
  uploadDate: z.iso.datetime(),
  /** Where it is never shown on a page, why: asked for inline it comes as an attachment all the same. */
  downloadOnly: z.enum(downloadOnlyNames).optional(),
  /** Where nobody can read it, why: it waits for the virus scanner, or was infected and is gone. */
  virusScan: z.enum(unreadableNames).optional(),
})

export type UploadedFile = z.infer<typeof uploadedFileSchema>

const documentListsSchema = z.object({
  payslipUploads: z.array(uploadedFileSchema),
  riskBenefitStatement: z.array(uploadedFileSchema),
  pensionBenefitsStatements: z.array(uploadedFileSchema),
  providentBenefitsStatements: z.array(uploadedFileSchema),
})

const timestamp = z.iso.datetime().nullable()

/** An application as its client sees it (specification section 3). */
export const applicationSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  status: z.enum(applicationStatuses),
  /** Why it came to its status, where clients are told: of a rejection. */
  statusReason: z.string().nullable(),
  currentStep: z.string().nullable(),
  /** Goes up with every change; also the ETag. */
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  submittedAt: timestamp,
  onboardedAt: timestamp,
  cancelledAt: timestamp,
  /** When the next annual review is due, for a client of the firm. */
  nextReviewAt: timestamp,
  createdByWealthManagerId: z.uuid().nullable(),
  ...answersSchema.shape,
  ...documentListsSchema.shape,
  faisDocumentUploaded: z.boolean(),
  /** The signed FAIS document, once there is one. */
  faisDocument: uploadedFileSchema.nullable(),
  /** Whether the assigned wealth manager has a FAIS letter to download. */
  faisLetterAvailable: z.boolean(),
  /** What the assigned wealth manager is called, where one is assigned. */
  wealthManagerName: z.string().nullable(),
  confirmations: confirmationFields,
})

export type Application = z.infer<typeof applicationSchema>

export const applicationEndpoints = endpoints({
  'GET /api/application': {
    summary: "The signed-in client's application",
    tag: 'Application',
    access: 'application.open',
    answer: applicationSchema,
  },
  'PUT /api/application': {
    summary: 'Save answers: the fields sent are merged into those that are there. Takes If-Match.',
    tag: 'Application',
    access: 'application.edit',
    repeated: 'same',
    /** A draft is saved while somebody types: the log names a stretch of such saves once (docs/decisions/0030). */
    query: z.strictObject({ draft: z.literal('1').optional() }),
    body: z.strictObject({
      ...answersPatch.shape,
      ...documentListsSchema.partial().shape,
      currentStep: z.enum(stepIds).optional(),
    }),
    answer: applicationSchema,
  },
  'POST /api/application/submit': {
    summary: 'Submit the application; a second time answers the same',
    tag: 'Application',
    access: 'application.submit',
    repeated: 'keyed',
    answer: applicationSchema,
  },
})
