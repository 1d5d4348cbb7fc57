import type { Application } from '#domain/api/application.ts'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'
import { documentListLabels } from '#domain/applications/wizard/labels.ts'
import { asksForStatement } from '#domain/applications/net-worth/statements.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import { documentKinds } from '#domain/documents/kinds.ts'
import { countsAsThere } from '#domain/documents/safety.ts'
import type { ClientKind } from '#client/documents/upload-kinds.ts'

/** One kind of document on the review. */
export interface DocumentStatus {
  kind: ClientKind
  label: string
  /** Where it can be uploaded or removed. */
  step: StepId
  files: readonly UploadedFile[]
  /** Whether the application cannot be submitted without it. */
  required: boolean
}

type Facts = Pick<
  Application,
  | 'assets'
  | 'payslipUploads'
  | 'riskBenefitStatement'
  | 'pensionBenefitsStatements'
  | 'providentBenefitsStatements'
  | 'faisDocument'
>

/**
 * The documents that were asked for, with what there is of each. Statements behind an amount show while it is above
 * 0, or while there are any.
 */
export function documentStatuses(application: Facts): DocumentStatus[] {
  const { assets, payslipUploads, riskBenefitStatement, faisDocument } = application
  const pension = asksForStatement(assets.pensionFunds)
  const provident = asksForStatement(assets.providentFunds)
  const statuses: DocumentStatus[] = [
    {
      kind: 'payslip',
      label: documentListLabels.payslipUploads,
      step: 'employment',
      files: payslipUploads,
      required: false,
    },
    {
      kind: 'riskBenefit',
      label: documentListLabels.riskBenefitStatement,
      step: 'employment',
      files: riskBenefitStatement,
      required: false,
    },
    {
      kind: 'pensionBenefits',
      label: documentListLabels.pensionBenefitsStatements,
      step: 'assets',
      files: application.pensionBenefitsStatements,
      required: pension,
    },
    {
      kind: 'providentBenefits',
      label: documentListLabels.providentBenefitsStatements,
      step: 'assets',
      files: application.providentBenefitsStatements,
      required: provident,
    },
    {
      kind: 'signedFais',
      label: documentKinds.signedFais.label,
      step: 'documents',
      files: faisDocument ? [faisDocument] : [],
      required: true,
    },
  ]
  return statuses
    .map((status) => ({ ...status, files: status.files.filter(countsAsThere) }))
    .filter(({ step, files, required }) => step !== 'assets' || required || files.length > 0)
}
