import { isDocumentRequired } from '#features/applications/rules/wizard/required-documents.ts'
import { documentKinds, listOf, type WizardKind } from '#features/applications/rules/documents/kinds.ts'
import { filesOfKind } from '#features/documents/client/document-files.ts'
import { DocumentUploader } from '#features/documents/client/document-uploader.tsx'
import type { ErrorItem } from '#base/client/ui/error-items.ts'
import type { StepProps } from './step-props.ts'

type StepDocumentsProps = {
  kinds: readonly WizardKind[]
  application: StepProps['application']
  errors: readonly ErrorItem[]
}

/** Uploaders below the questions of a step. */
export function StepDocuments({ kinds, ...props }: StepDocumentsProps) {
  return kinds.map((kind) => <StepDocument key={kind} {...{ kind }} {...props} />)
}

type StepDocumentProps = Omit<StepDocumentsProps, 'kinds'> & { kind: WizardKind }

function StepDocument({ kind, application, errors }: StepDocumentProps) {
  const files = filesOfKind(application, kind)
  const id = kind === 'signedFais' ? kind : listOf(kind)
  const error = errors.find(({ fieldId }) => fieldId === id)?.message
  const required = isDocumentRequired(kind, application)
  if (documentKinds[kind].required?.whileAboveZero !== undefined && !required && files.length === 0)
    return null
  return <DocumentUploader {...{ kind, id, files, error }} optional={!required} />
}
