import type { DocumentKindName } from '#domain/documents/kinds.ts'
import type { UploadMessage } from '#domain/documents/messages.ts'
import { call } from '#client/lib/api.ts'
import type { UploadFailure, UploadStage } from './upload-failure.ts'

/** The kinds that a client uploads. */
export type ClientKind = Exclude<DocumentKindName, 'staffFais'>

/** A file that was sent, to be attached to the application. */
export interface SentFile {
  /** Where it was sent to, without the query string. */
  url: string
  fileName: string
  /** A UUID that the client chose for the file. */
  fileId: string
  password?: string | undefined
  /** What it answers, of a round of corrections. */
  itemId?: string | undefined
}

/** How one kind is registered, and in which words its success and failure are told. */
interface UploadKind {
  register: (file: SentFile) => Promise<unknown>
  uploaded: (count: number) => UploadMessage
  removed: UploadMessage
  failed: (failure: UploadFailure, fileName: string) => UploadMessage
}

const counted = (noun: string) => (count: number) => ({
  title: 'Upload successful',
  description: `${count} ${noun}(s) uploaded successfully.`,
})
const removed = (description: string) => ({ title: 'File removed', description })

const withStatusText = ({ answer }: UploadFailure) => `${answer.status} ${answer.statusText}`.trim()

/** Why a file could not be uploaded, in the words of specification section 8. */
const reasons = {
  address: (failure) => `Failed to get upload URL: ${failure.answer.status}`,
  transfer: (failure, fileName) => `Failed to upload ${fileName}: ${withStatusText(failure)}`,
  register: (failure, fileName) => `Failed to set ACL for ${fileName}: ${failure.answer.status}`,
} satisfies Record<UploadStage, (failure: UploadFailure, fileName: string) => string>

const failedUpload = (failure: UploadFailure, fileName: string) => ({
  title: 'File upload failed',
  description: `Failed to upload ${fileName}. ${reasons[failure.stage](failure, fileName)}`,
})

/** The FAIS document has words of its own. */
const failedFais = {
  address: () => ({ title: 'Upload Failed', description: 'Failed to get upload URL' }),
  transfer: (failure, fileName) => ({
    title: 'Upload Failed',
    description: reasons.transfer(failure, fileName),
  }),
  register: () => ({
    title: 'Upload failed',
    description: 'Failed to process the uploaded file. Please try again.',
  }),
} satisfies Record<UploadStage, (failure: UploadFailure, fileName: string) => UploadMessage>

/** Registers a file: for what it answers in a round of corrections, or into the list of its kind. */
export function registerFile(kind: ClientKind, file: SentFile): Promise<unknown> {
  const { itemId, url, fileName, password } = file
  if (itemId === undefined) return uploadKinds[kind].register(file)
  return call('PUT /api/application/corrections/{id}/file', {
    params: { id: itemId },
    body: { fileURL: url, fileName, password },
  })
}

/** The registering calls of specification section 7 and the words of section 8, by kind. */
export const uploadKinds: Readonly<Record<ClientKind, UploadKind>> = {
  payslip: {
    register: ({ url, fileName, password }) =>
      call('PUT /api/payslip-uploads', { body: { payslipURL: url, fileName, password } }),
    uploaded: counted('payslip'),
    removed: removed('Payslip has been removed from your application.'),
    failed: failedUpload,
  },
  riskBenefit: {
    register: ({ url, fileName, password }) =>
      call('PUT /api/risk-benefit-uploads', { body: { riskBenefitURL: url, fileName, password } }),
    uploaded: counted('risk benefit statement'),
    removed: removed('Risk benefit statement has been removed.'),
    failed: failedUpload,
  },
  pensionBenefits: {
    register: ({ url, fileName, fileId, password }) =>
      call('PUT /api/pension-benefits-uploads', {
        body: { pensionBenefitsURL: url, fileName, fileId, password },
      }),
    uploaded: counted('pension benefits statement'),
    removed: removed('Pension benefits statement has been removed.'),
    failed: failedUpload,
  },
  providentBenefits: {
    register: ({ url, fileName, fileId, password }) =>
      call('PUT /api/provident-benefits-uploads', {
        body: { providentBenefitsURL: url, fileName, fileId, password },
      }),
    uploaded: counted('provident benefits statement'),
    removed: removed('Provident benefits statement has been removed.'),
    failed: failedUpload,
  },
  additional: {
    register: () => Promise.reject(new Error('A further document answers something that is asked for.')),
    uploaded: counted('document'),
    removed: removed('The document has been removed.'),
    failed: failedUpload,
  },
  signedFais: {
    register: ({ url, fileName, password }) =>
      call('PUT /api/fais-uploads', { body: { faisDocumentURL: url, fileName, password } }),
    uploaded: () => ({ title: 'Success!', description: 'FAIS document uploaded successfully.' }),
    removed: removed('Signed FAIS document has been removed.'),
    failed: (failure, fileName) => failedFais[failure.stage](failure, fileName),
  },
}
