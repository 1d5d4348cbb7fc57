import { z } from 'zod'
import {
  documentKindNames,
  wizardKindNames,
  WIDEST_LIMIT_BYTES,
} from '#features/applications/rules/documents/kinds.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { fileId, isPrintable } from '#features/applications/api/uploaded-file.ts'

export const fileName = z
  .string()
  .trim()
  .min(1, 'A file name is required')
  .max(255, 'Please use a file name of at most 255 characters')
  .refine(isPrintable, 'Please remove unusual characters from the file name')

/** The upload address without its query string. */
export const uploadedTo = z.string().min(1).max(2000)

/**
 * Opens a password-protected file (422 `file-password-required` or `file-password-wrong` otherwise). The unlocked copy
 * is stored; the password is neither stored nor logged.
 */
export const password = z
  .string()
  .min(1, 'Please enter the password')
  .max(127, 'PDF passwords have at most 127 characters')
  .optional()

export const registered = z.object({
  /** The path for reading the file. */
  objectPath: z.string(),
  /** Id in the application's lists: the `fileId` that was sent, or the document's id. */
  id: fileId,
})

export const documentEndpoints = endpoints({
  'POST /api/objects/upload': {
    summary: 'Get a signed upload URL for one file of the given purpose, type and size',
    tag: 'Documents',
    access: 'document.add',
    repeated: 'attempt',
    body: z.strictObject({
      purpose: z.enum(documentKindNames).exclude(['staffFais']).optional(),
      /** A wrong or unsupported type is accepted here: the file's bytes decide at registration. */
      contentType: z.string().max(255).optional(),
      size: z.number().int().min(1).max(WIDEST_LIMIT_BYTES).optional(),
    }),
    answer: z.object({ uploadURL: z.string() }),
  },
  'PUT /api/payslip-uploads': {
    summary: 'Register an uploaded payslip',
    tag: 'Documents',
    access: 'document.add',
    repeated: 'same',
    body: z.strictObject({ payslipURL: uploadedTo, fileName, password }),
    answer: registered,
  },
  'PUT /api/risk-benefit-uploads': {
    summary: 'Register the uploaded risk benefit statement',
    tag: 'Documents',
    access: 'document.add',
    repeated: 'same',
    body: z.strictObject({ riskBenefitURL: uploadedTo, fileName, password }),
    answer: registered,
  },
  'PUT /api/pension-benefits-uploads': {
    summary: 'Register an uploaded pension benefits statement',
    tag: 'Documents',
    access: 'document.add',
    repeated: 'same',
    body: z.strictObject({ pensionBenefitsURL: uploadedTo, fileName, fileId: fileId.optional(), password }),
    answer: registered,
  },
  'PUT /api/provident-benefits-uploads': {
    summary: 'Register an uploaded provident benefits statement',
    tag: 'Documents',
    access: 'document.add',
    repeated: 'same',
    body: z.strictObject({
      providentBenefitsURL: uploadedTo,
      fileName,
      fileId: fileId.optional(),
      password,
    }),
    answer: registered,
  },
  'PUT /api/fais-uploads': {
    summary: 'Register the uploaded signed FAIS document',
    tag: 'Documents',
    access: 'document.add',
    repeated: 'same',
    body: z.strictObject({ faisDocumentURL: uploadedTo, fileName, password }),
    answer: registered,
  },
  'PUT /api/application/documents/{kind}': {
    summary: 'Register an uploaded file of any kind that the application requires',
    tag: 'Documents',
    access: 'document.add',
    repeated: 'same',
    params: z.strictObject({ kind: z.enum(wizardKindNames) }),
    body: z.strictObject({ fileURL: uploadedTo, fileName, fileId: fileId.optional(), password }),
    answer: registered,
  },
  'DELETE /api/documents/{id}': {
    summary: 'Remove a file from the application',
    tag: 'Documents',
    access: 'document.remove',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'nothing',
  },
  'POST /api/documents/{id}/restore': {
    summary: 'Restore a removed file within an hour (409 if it is too late or its list is full)',
    tag: 'Documents',
    access: 'document.remove',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'nothing',
  },
  'GET /objects/uploads/{id}': {
    summary: 'Download a file of an application, as an attachment unless asked for inline',
    tag: 'Documents',
    access: 'document.read',
    params: z.strictObject({ id: z.uuid() }),
    /** `ahead`: prefetched by a page, so it counts as opened only after `PUT .../opened`. */
    query: z.strictObject({ inline: z.literal('1').optional(), ahead: z.literal('1').optional() }),
    answer: 'file',
  },
  'PUT /api/documents/{id}/opened': {
    summary: 'Record that you have opened a file of an application',
    tag: 'Documents',
    access: 'application.review',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'nothing',
  },
  'GET /api/documents/{id}/thumbnail': {
    summary: 'Get a JPEG thumbnail of a file; 204 if there is none',
    tag: 'Documents',
    access: 'document.read',
    params: z.strictObject({ id: z.uuid() }),
    answer: 'file',
  },
  'GET /api/fais-document': {
    summary: 'Download your wealth manager’s FAIS letter, as FAIS_Disclosure_Letter.pdf',
    tag: 'Documents',
    access: 'fais-letter.download',
    answer: 'file',
  },
})

type DocumentEndpoints = typeof documentEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends DocumentEndpoints {}
}
