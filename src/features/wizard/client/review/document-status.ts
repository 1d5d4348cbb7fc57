import type { Application } from '#features/applications/api/application.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { isDocumentRequired, kindsInWizard } from '#features/applications/rules/wizard/required-documents.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import {
  documentKinds,
  type DocumentListName,
  type WizardKind,
} from '#features/applications/rules/documents/kinds.ts'
import { countsAsThere } from '#base/rules/files/safety.ts'
import { filesLabel, filesOfKind } from '#features/documents/client/document-files.ts'

/** One kind of document on the review. */
export interface DocumentStatus {
  kind: WizardKind
  label: string
  /** The step where it is uploaded and removed. */
  step: StepId
  files: readonly UploadedFile[]
  /** Whether it is required for submission. */
  required: boolean
}

type Facts = Pick<Application, 'assets' | 'faisDocument' | DocumentListName>

/**
 * Documents of the wizard with their files. Statements of an amount show while it is above 0, or while there are any.
 */
export function documentStatuses(application: Facts): DocumentStatus[] {
  return kindsInWizard.flatMap((kind) => {
    const { step = 'documents', required } = documentKinds[kind]
    const files = filesOfKind(application, kind).filter(countsAsThere)
    const isRequired = isDocumentRequired(kind, application)
    const isAsked = required?.whileAboveZero === undefined || isRequired || files.length > 0
    return isAsked ? [{ kind, label: filesLabel(kind), step, files, required: isRequired }] : []
  })
}
