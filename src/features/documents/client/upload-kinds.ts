import {
  clientKindNames,
  documentKinds,
  wizardKindNames,
  type ClientKind,
  type WizardKind,
} from '#features/applications/rules/documents/kinds.ts'
import type { PaperName } from '#features/due-diligence/rules/papers.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import type { UploadMessage } from '#features/documents/rules/messages.ts'
import { call } from '#base/client/lib/api.ts'
import type { UploadFailure, UploadStage } from './upload-failure.ts'

/** An uploaded file, to be attached to the application. */
export interface SentFile {
  /** The address of the upload, without query. */
  url: string
  fileName: string
  /** A UUID that the client generated for the file. */
  fileId: string
  password?: string | undefined
  /** The correction item that it answers. */
  itemId?: string | undefined
  /** The due diligence paper that it is. */
  paper?: PaperTarget | undefined
}

/** A paper of a due diligence task, with the dates that were entered for it (yyyy-MM-dd). */
export interface PaperTarget {
  task: TaskName
  paper: PaperName
  issuedOn?: string | undefined
  expiresOn?: string | undefined
  /** The application that staff add it to; undefined for the client's own. */
  applicationId?: string | undefined
}

/** The registration of a kind and its success and failure texts. */
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

/** Why a file could not be uploaded, by specification section 8. */
const reasons = {
  address: (failure) => `Failed to get upload URL: ${failure.answer.status}`,
  transfer: (failure, fileName) => `Failed to upload ${fileName}: ${withStatusText(failure)}`,
  register: (failure, fileName) => `Failed to set ACL for ${fileName}: ${failure.answer.status}`,
} satisfies Record<UploadStage, (failure: UploadFailure, fileName: string) => string>

const failedUpload = (failure: UploadFailure, fileName: string) => ({
  title: 'File upload failed',
  description: `Failed to upload ${fileName}. ${reasons[failure.stage](failure, fileName)}`,
})

/** The FAIS document has its own texts. */
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

/** Registers a file as the answer to a correction item, as a paper of a task, or in the list of its kind. */
export function registerFile(kind: ClientKind, file: SentFile): Promise<unknown> {
  const { itemId, paper: target, url, fileName, password } = file
  if (target !== undefined) {
    const { task, applicationId: id, ...paper } = target
    const body = { ...paper, fileURL: url, fileName, password }
    return id === undefined
      ? call('PUT /api/application/pack/{task}/file', { params: { task }, body })
      : call('PUT /api/admin/applications/{id}/pack/{task}/file', { params: { id, task }, body })
  }
  if (itemId === undefined) return uploadKinds[kind].register(file)
  return call('PUT /api/application/corrections/{id}/file', {
    params: { id: itemId },
    body: { fileURL: url, fileName, password },
  })
}

/** The default texts and call. */
function usual(kind: ClientKind): UploadKind {
  const { label } = documentKinds[kind]
  return {
    register: ({ url: fileURL, fileName, fileId, password }) =>
      isOfWizard(kind)
        ? call('PUT /api/application/documents/{kind}', {
            params: { kind },
            body: { fileURL, fileName, fileId, password },
          })
        : Promise.reject(new Error('Files of this kind need a correction item or a paper.')),
    uploaded: counted(label.toLowerCase()),
    removed: removed(`${label} has been removed.`),
    failed: failedUpload,
  }
}

function isOfWizard(kind: ClientKind): kind is WizardKind {
  return wizardKindNames.some((name) => name === kind)
}

/** The calls of specification section 7 and the texts of section 8 that differ. */
const own: Readonly<Partial<Record<ClientKind, Partial<UploadKind>>>> = {
  payslip: {
    register: ({ url, fileName, password }) =>
      call('PUT /api/payslip-uploads', { body: { payslipURL: url, fileName, password } }),
    removed: removed('Payslip has been removed from your application.'),
  },
  riskBenefit: {
    register: ({ url, fileName, password }) =>
      call('PUT /api/risk-benefit-uploads', { body: { riskBenefitURL: url, fileName, password } }),
  },
  pensionBenefits: {
    register: ({ url, fileName, fileId, password }) =>
      call('PUT /api/pension-benefits-uploads', {
        body: { pensionBenefitsURL: url, fileName, fileId, password },
      }),
  },
  providentBenefits: {
    register: ({ url, fileName, fileId, password }) =>
      call('PUT /api/provident-benefits-uploads', {
        body: { providentBenefitsURL: url, fileName, fileId, password },
      }),
  },
  additional: {
    uploaded: counted('document'),
    removed: removed('The document has been removed.'),
  },
  ficaPaper: { uploaded: counted('document'), removed: removed('The document has been removed.') },
  signedFais: {
    register: ({ url, fileName, password }) =>
      call('PUT /api/fais-uploads', { body: { faisDocumentURL: url, fileName, password } }),
    uploaded: () => ({ title: 'Success!', description: 'FAIS document uploaded successfully.' }),
    failed: (failure, fileName) => failedFais[failure.stage](failure, fileName),
  },
}

/** The registration of each kind and its texts. */
export const uploadKinds = Object.fromEntries(
  clientKindNames.map((kind) => [kind, { ...usual(kind), ...own[kind] }]),
) as Readonly<Record<ClientKind, UploadKind>>
