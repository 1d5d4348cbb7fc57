import { useRef } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import { MovingFiles } from '#features/documents/client/file-rows.tsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { Section } from '#base/client/ui/section.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { documentStatuses, type DocumentStatus } from './document-status.ts'
import { EditButton } from './edit-button.tsx'

type DocumentsSectionProps = Pick<StepProps, 'editStep'> & { application: Application }

/** The id of the button for documents of a kind. */
export const manageId = (kind: DocumentStatus['kind']) => `manage-${kind}`

/** Uploaded and missing documents. */
export function DocumentsSection({ application, editStep }: DocumentsSectionProps) {
  return (
    <Section title="Documents Status" focusable>
      <ul>
        {documentStatuses(application).map((status) => (
          <DocumentLine key={status.label} {...{ status, editStep }} />
        ))}
      </ul>
    </Section>
  )
}

function DocumentLine({ status, editStep }: Pick<StepProps, 'editStep'> & { status: DocumentStatus }) {
  const { kind, label, step, files, required } = status
  const there = files.length > 0
  const manage = useRef<HTMLDivElement>(null)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-hairline py-2 last:border-b-0">
      <div className="min-w-0 flex-[1_1_7rem]">
        <p>
          <span>{label}</span>
          {required || there ? null : <span className="text-ink-soft"> (optional)</span>}
        </p>
        {files.map((file) => (
          <p key={file.documentId} className="text-sm wrap-anywhere text-ink-soft">
            {file.name}
          </p>
        ))}
      </div>
      <Badge tone={there ? 'success' : required ? 'warning' : 'neutral'}>
        {there ? 'Uploaded' : 'Pending'}
      </Badge>
      <div ref={manage}>
        <EditButton id={manageId(kind)} what={label} verb="Manage" onPress={() => editStep(step)} />
      </div>
      <div className="w-full empty:hidden">
        <MovingFiles
          {...{ kind }}
          withFailed={!there}
          onFocusLost={() => manage.current?.querySelector('button')?.focus()}
        />
      </div>
    </li>
  )
}
